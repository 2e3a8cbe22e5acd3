import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { idIn, objectOf, textOf } from '../kit/json.ts';
import { buildAuthorizeUrl, codeConsent, pkce } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import { TwitterClient } from './client/client.ts';
import { limitsFor, TWITTER } from './limits.ts';
import { twitterApp } from './tokens.ts';

/** The scope for a refresh token. Without a refresh token, an account would work for two hours only. */
const OFFLINE = 'offline.access';
const NEEDED = scopesNeeded('twitter', 'account');

const { name: platformName } = TWITTER;

/** One consent gives access to one account. */
export function twitterConnection(...context: Parameters<typeof twitterApp>): OAuthConnection {
  const oauth = twitterApp(...context);
  const client = new TwitterClient(oauth.http, oauth.app.apiUrl);
  return codeConsent({
    ...oauth,
    name: 'twitter',
    // X requires %20 between scopes.
    authorize: (request) => buildAuthorizeUrl(oauth.app, request, ' ', pkce(request)).replaceAll('+', '%20'),
    form: (verifier) => ({ code_verifier: verifier }),
    accounts: async (reply) => {
      const tokens = oauthCredentials(reply);
      // A refresh token proves that its scope was granted.
      const needed = NEEDED.filter((scope) => scope !== OFFLINE || tokens.refreshToken === null);
      refuseMissingScopes(platformName, needed, tokens.scopes);
      const query = { 'user.fields': 'profile_image_url,subscription_type' };
      const { body } = await client.send({ token: tokens.accessToken, path: '/2/users/me', query });
      const user = objectOf(body['data']) ?? {};
      const userId = idIn(user['id']);
      const username = textOf(user['username']);
      if (userId === null || username === null) throw new NoAccountFound(platformName, 'no account');
      return [
        {
          platform: 'twitter',
          remoteId: userId,
          accountName: username,
          displayName: textOf(user['name']),
          server: null,
          limits: limitsFor(textOf(user['subscription_type'])),
          credentials: { ...tokens, userId, username },
          ...pictureIn(user),
        },
      ];
    },
  });
}

/**
 * The account's picture. X returns the URL of a small version of 48 pixels, `…_normal.jpg`. Without `_normal`, it is the
 * URL of the original. Accounts without a picture have a default one, which is left out.
 */
function pictureIn(user: JsonObject) {
  const url = textOf(user['profile_image_url']) ?? '';
  if (url.includes('/default_profile')) return {};
  return pictureAddress(url.replace(/_normal(?=\.\w+$)/u, ''));
}
