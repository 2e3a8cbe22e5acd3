import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { buildAuthorizeUrl, codeConsent } from '../kit/code-consent.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { SnapchatClient, SnapchatError } from './client.ts';
import { SNAPCHAT } from './limits.ts';
import { profilesOf, type PublicProfile } from './publish/profiles.ts';
import { snapchatApp } from './tokens.ts';

const NEEDED = scopesNeeded('snapchat', 'account');
const NOT_LISTED =
  'Snapchat has not put this server’s app on the list of its Public Profile API, or you have no role on a Public Profile.';
const { name: platformName, limits } = SNAPCHAT;

/** One consent gives access to the Public Profiles on which the person has a role. Without PKCE, which Snapchat does not document. */
export function snapchatConnection(...context: Parameters<typeof snapchatApp>): OAuthConnection {
  const oauth = snapchatApp(...context);
  const client = new SnapchatClient(oauth.http, oauth.app.apiUrl);
  return codeConsent({
    ...oauth,
    name: 'snapchat',
    authorize: (request) => buildAuthorizeUrl(oauth.app, request, ' '),
    accounts: async (reply) => {
      const tokens = oauthCredentials(reply);
      refuseMissingScopes(platformName, NEEDED, tokens.scopes);
      const profiles = await profilesAt(client, tokens.accessToken);
      if (profiles.length === 0) throw new NoAccountFound(platformName, 'no Public Profile');
      return profiles.map(({ id, username, displayName, ...picture }) => ({
        platform: 'snapchat',
        remoteId: id,
        accountName: username ?? displayName ?? id,
        displayName,
        server: null,
        limits,
        credentials: { ...tokens, profileId: id },
        ...picture,
      }));
    },
  });
}

async function profilesAt(client: SnapchatClient, token: string): Promise<readonly PublicProfile[]> {
  try {
    return await profilesOf(client, token);
  } catch (error) {
    if (error instanceof SnapchatError && error.status === 404 && error.isFromPlatform) return [];
    if (error instanceof SnapchatError && error.status === 403)
      throw new ConsentFailed(platformName, NOT_LISTED);
    throw error;
  }
}
