import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { idIn, textOf } from '../kit/json.ts';
import { buildAuthorizeUrl, codeConsent } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import { PinterestClient } from './client.ts';
import { PINTEREST } from './limits.ts';
import { pinterestApp } from './tokens.ts';

const NEEDED = scopesNeeded('pinterest', 'account');
const { name: title, limits } = PINTEREST;

/** One consent gives access to one account and all its boards. */
export function pinterestConnection(...context: Parameters<typeof pinterestApp>): OAuthConnection {
  const oauth = pinterestApp(...context);
  const client = new PinterestClient(oauth.http, oauth.app.apiUrl);
  return codeConsent({
    ...oauth,
    name: 'pinterest',
    authorize: (request) => buildAuthorizeUrl(oauth.app, request, ','),
    // Apps that were created before 2025-09-25 must request tokens that can be renewed again and again.
    form: () => ({ continuous_refresh: 'true' }),
    accounts: async (reply) => {
      const credentials = oauthCredentials(reply);
      refuseMissingScopes(title, NEEDED, credentials.scopes);
      const owner = await client.send({ path: '/user_account', token: credentials.accessToken });
      const accountName = textOf(owner?.['username']);
      if (accountName === null) throw new NoAccountFound(title, 'no Pinterest account');
      // Some versions of this call return no id. Usernames are also unique.
      const remoteId = idIn(owner?.['id']) ?? accountName;
      const displayName = textOf(owner?.['business_name']);
      return [
        {
          platform: 'pinterest',
          remoteId,
          accountName,
          displayName,
          server: null,
          limits,
          credentials,
          ...pictureAddress(owner?.['profile_image']),
        },
      ];
    },
  });
}
