import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { buildAuthorizeUrl, codeConsent, pkce } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { ownChannel } from './client/channel.ts';
import { YouTubeClient } from './client/client.ts';
import { YOUTUBE } from './limits.ts';
import { youtubeApp } from './tokens.ts';

const NEEDED = scopesNeeded('youtube', 'account');
/** Without `access_type` and `prompt`, a second consent returns no refresh token. */
const OFFLINE = { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' };
const { name: platformName } = YOUTUBE;

/** Google's consent, in which the person also chooses the channel. */
export function youtubeConnection(...context: Parameters<typeof youtubeApp>): OAuthConnection {
  const oauth = youtubeApp(...context);
  const client = new YouTubeClient(oauth.http, oauth.app.apiUrl);
  return codeConsent({
    ...oauth,
    name: 'youtube',
    authorize: (request) => buildAuthorizeUrl(oauth.app, request, ' ', { ...pkce(request), ...OFFLINE }),
    form: (verifier) => ({ code_verifier: verifier }),
    accounts: async (reply) => {
      const credentials = oauthCredentials(reply);
      refuseMissingScopes(platformName, NEEDED, credentials.scopes);
      const channel = await ownChannel(client, credentials.accessToken);
      if (!channel) throw new NoAccountFound(platformName, 'no channel in this Google account');
      const { id: remoteId, name: accountName, title: displayName, ...found } = channel;
      return [
        { platform: 'youtube', remoteId, accountName, displayName, server: null, credentials, ...found },
      ];
    },
  });
}
