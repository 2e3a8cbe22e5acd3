import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, textOf } from '../kit/json.ts';
import { codeConsent } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import { TikTokClient, TikTokError, type Ask } from './client.ts';
import { limitsFor, readCreator } from './publish/creator.ts';
import { TIKTOK_LIMITS } from './limits.ts';
import { consentUrl, tiktokApp } from './tokens.ts';

const NEEDED = scopesNeeded('tiktok', 'account');

/** Login Kit for Web (developers.tiktok.com/doc/login-kit-web). One consent gives access to one account. */
export function tiktokConnection(...context: Parameters<typeof tiktokApp>): OAuthConnection {
  const oauth = tiktokApp(...context);
  const client = new TikTokClient(oauth.http, oauth.app.apiUrl);
  return codeConsent({
    ...oauth,
    name: 'tiktok',
    authorize: (request) => consentUrl(oauth.app, request),
    accounts: async ({ body, ...reply }) => {
      const tokens = oauthCredentials(reply);
      refuseMissingScopes('TikTok', NEEDED, tokens.scopes);
      const ask: Ask = (call) => client.send(tokens.accessToken, call);
      const hasProfile = tokens.scopes.length === 0 || tokens.scopes.includes('user.info.profile');
      const fields = `open_id,avatar_url,display_name${hasProfile ? ',username' : ''}`;
      const data = await ask({ method: 'GET', path: '/v2/user/info/', query: { fields } });
      const user = at(data, 'user');
      const remoteId = textOf(at(user, 'open_id')) ?? textOf(body['open_id']);
      if (remoteId === null) throw new NoAccountFound('TikTok', 'no account behind this permission');
      // Posthorn reads the creator info again before every post, so an error here does not stop the connection.
      const creator = await readCreator(ask).catch((error: unknown) => {
        if (error instanceof TikTokError || error instanceof OutgoingError) return null;
        throw error;
      });
      const displayName = textOf(at(user, 'display_name'));
      const username = textOf(at(user, 'username')) ?? creator?.username ?? null;
      return [
        {
          platform: 'tiktok',
          remoteId,
          accountName: username ?? displayName ?? remoteId,
          displayName,
          server: null,
          limits: creator ? limitsFor(creator) : TIKTOK_LIMITS,
          credentials: { ...tokens, openId: remoteId, username },
          ...pictureAddress(at(user, 'avatar_url')),
        },
      ];
    },
  });
}
