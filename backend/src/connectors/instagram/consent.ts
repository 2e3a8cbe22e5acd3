import { CONNECT_WAYS } from '@posthorn/contracts/integrations/connect-ways';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, idIn, textOf } from '../kit/json.ts';
import { buildAuthorizeUrl, codeConsent } from '../kit/code-consent.ts';
import { codeOfMeta, exchangeToken } from '../meta/tokens/long-lived-token.ts';
import { NoAccountFound, PersonalAccount, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { scopesIn } from '../kit/oauth/oauth-credentials.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { INSTAGRAM, INSTAGRAM_LIMITS } from './limits.ts';
import { readOwner, instagramTokens } from './tokens.ts';
import { loginGraph } from './client.ts';

const NEEDED = scopesNeeded('instagram-login', 'account');
const { name: title } = INSTAGRAM;

/**
 * Instagram Login: one consent gives access to one professional account, which needs no Page. The Instagram app has an id and a
 * secret that differ from those of the Meta app.
 */
export function instagramLoginConnection(
  http: PlatformHttp,
  clock: Clock,
  apps: Pick<PlatformApps, 'instagram-login' | 'metaGraphVersion'>,
): OAuthConnection {
  const app = apps['instagram-login'];
  const graph = loginGraph(http, apps);
  return codeConsent({
    http,
    clock,
    app,
    platform: 'instagram',
    title,
    keysIn: 'client_id',
    name: 'instagram-login',
    label: CONNECT_WAYS['instagram-login'],
    authorize: (request) => buildAuthorizeUrl(app, request, ','),
    readCode: codeOfMeta,
    accounts: async ({ accessToken, body }, { keys, now }) => {
      const scopes = scopesIn(body['permissions']);
      refuseMissingScopes(title, NEEDED, scopes);
      const longLivedToken = await exchangeToken(instagramTokens(graph), accessToken, keys.secret, now);
      const owner = await readOwner(graph, longLivedToken.accessToken);
      // `user_id` is the account's own id, the same as through a Page. `id` would be specific to our app.
      const ownerId = idIn(at(owner, 'user_id'));
      const username = textOf(at(owner, 'username'));
      if (ownerId === null || username === null) throw new NoAccountFound(title, 'no professional account');
      if (at(owner, 'account_type') === 'PERSONAL') throw new PersonalAccount(title);
      return [
        {
          platform: 'instagram',
          remoteId: ownerId,
          accountName: username,
          displayName: textOf(at(owner, 'name')),
          server: null,
          limits: INSTAGRAM_LIMITS,
          credentials: {
            ...longLivedToken,
            refreshToken: null,
            refreshExpiresAt: null,
            scopes,
            ownerId,
            route: 'login',
          },
          ...pictureAddress(at(owner, 'profile_picture_url')),
        },
      ];
    },
  });
}
