import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { authorizeAddress, codeConsent } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { LinkedInClient } from './client.ts';
import { LINKEDIN, LINKEDIN_LIMITS as limits } from './limits.ts';
import { ownMember, ownOrganizations } from './accounts/own-accounts.ts';
import { linkedinApp } from './tokens.ts';

const MEMBER = 'w_member_social';
const ORGANIZATION = ['w_organization_social', 'rw_organization_admin'];
/** Required scopes. One more must identify the member; several scopes can do that. */
const NEEDED = [...scopesNeeded('linkedin', 'member'), ...scopesNeeded('linkedin', 'organization')];

const { name: title } = LINKEDIN;

/** LinkedIn's consent: gives access to the member and to all organizations that the member may post for. */
export function linkedinConnection(...context: Parameters<typeof linkedinApp>): OAuthConnection {
  const oauth = linkedinApp(...context);
  const { linkedinVersion } = context[2].platformApps;
  const client = new LinkedInClient(oauth.http, oauth.app.apiUrl, linkedinVersion);
  const asked = oauth.app.scopes;
  return codeConsent({
    ...oauth,
    name: 'linkedin',
    /**
     * Always the full set: a request for other scopes ends all tokens that the app has of the person. PKCE is for LinkedIn's native apps,
     * which have a separate endpoint.
     */
    authorize: (request) => authorizeAddress(oauth.app, request, ' '),
    accounts: async (reply) => {
      const tokens = oauthCredentials(reply);
      const needed = NEEDED.filter((scope) => asked.includes(scope));
      refuseMissingScopes(title, needed, tokens.scopes);
      const scopes = tokens.scopes.length > 0 ? tokens.scopes : asked;
      const { accessToken: token } = tokens;
      const member = scopes.includes(MEMBER) ? await ownMember(client, token, scopes) : null;
      const isForOrganizations = ORGANIZATION.every((scope) => scopes.includes(scope));
      const organizations = isForOrganizations ? await ownOrganizations(client, token) : [];
      const authors = [...(member ? [member] : []), ...organizations];
      if (authors.length === 0) throw new NoAccountFound(title, 'no organization that you may post for');
      return authors.map(({ urn, name, displayName, ...picture }) => ({
        platform: 'linkedin',
        remoteId: urn,
        accountName: name,
        displayName,
        server: null,
        limits,
        credentials: { ...tokens, scopes, author: urn },
        ...picture,
      }));
    },
  });
}
