import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, idIn, textOf } from '../kit/json.ts';
import { buildAuthorizeUrl, codeConsent } from '../kit/code-consent.ts';
import { codeOfMeta, exchangeToken } from '../meta/tokens/long-lived-token.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { scopesIn } from '../kit/oauth/oauth-credentials.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import { ThreadsClient } from './client.ts';
import { THREADS } from './limits.ts';
import { threadsTokens } from './tokens.ts';

const NEEDED = scopesNeeded('threads', 'account');
const { name: title, limits } = THREADS;

/** One consent gives access to one profile. The Threads app has an id and a secret that differ from those of the Meta app. */
export function threadsConnection(
  http: PlatformHttp,
  clock: Clock,
  { platformApps: { threads: app } }: Pick<Configuration, 'platformApps'>,
): OAuthConnection {
  const client = new ThreadsClient(http, app.apiUrl);
  return codeConsent({
    http,
    clock,
    app,
    platform: 'threads',
    title,
    keysIn: 'client_id',
    name: 'threads',
    authorize: (request) => buildAuthorizeUrl(app, request, ','),
    readCode: codeOfMeta,
    accounts: async (shortLivedToken, { keys, now }) => {
      const longLivedToken = await exchangeToken(
        threadsTokens(client),
        shortLivedToken.accessToken,
        keys.secret,
        now,
      );
      const { accessToken: access_token } = longLivedToken;
      const scopes =
        shortLivedToken.scopes.length > 0 ? shortLivedToken.scopes : await scopesOf(client, access_token);
      refuseMissingScopes(title, NEEDED, scopes);
      const fields = { fields: 'id,username,name,threads_profile_picture_url', access_token };
      const profile = await client.send({ path: '/me', fields });
      const id = idIn(profile['id']);
      const username = textOf(profile['username']);
      if (id === null || username === null) throw new NoAccountFound(title, 'no Threads profile');
      return [
        {
          platform: 'threads',
          remoteId: id,
          accountName: username,
          displayName: textOf(profile['name']),
          server: null,
          limits,
          credentials: { ...longLivedToken, refreshToken: null, refreshExpiresAt: null, scopes, userId: id },
          ...pictureAddress(profile['threads_profile_picture_url']),
        },
      ];
    },
  });
}

/**
 * Reads the scopes of a token, because the response to the code contains none. Empty if the platform refuses, for example for apps
 * under review. In this case, the first post shows whether a scope is missing.
 */
async function scopesOf(client: ThreadsClient, token: string): Promise<readonly string[]> {
  try {
    const fields = { access_token: token, input_token: token };
    return scopesIn(at(await client.send({ path: '/debug_token', fields }), 'data', 'scopes'));
  } catch {
    return [];
  }
}
