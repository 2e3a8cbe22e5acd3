import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { buildAuthorizeUrl, codeConsent } from '../kit/code-consent.ts';
import { NoAccountFound, refuseMissingScopes } from '../kit/oauth/consent-failures.ts';
import type { OAuthConnection } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { LinkedInClient } from './client.ts';
import { LINKEDIN, LINKEDIN_LIMITS as limits } from './limits.ts';
import { ownMember, ownOrganizations } from './accounts/own-accounts.ts';
import { linkedinApp } from './tokens.ts';

const MEMBER = 'w_member_social';
const ORGANIZATION = ['w_organization_social', 'rw_organization_admin'];
/** The required scopes. In addition, one of several scopes must identify the member. */
const NEEDED = [...scopesNeeded('linkedin', 'member'), ...scopesNeeded('linkedin', 'organization')];

const { name: title } = LINKEDIN;

/** LinkedIn's consent gives access to the member and to all organizations for which the member may post. */
export function linkedinConnection(...context: Parameters<typeof linkedinApp>): OAuthConnection {
  const oauth = linkedinApp(...context);
  const { linkedinVersion } = context[2].platformApps;
  const client = new LinkedInClient(oauth.http, oauth.app.apiUrl, linkedinVersion);
  const configuredScopes = oauth.app.scopes;
  return codeConsent({
    ...oauth,
    name: 'linkedin',
    /**
     * Always requests the full set of scopes: a request for other scopes would end all tokens that the app has for this person.
     * LinkedIn supports PKCE only for native apps, which have a separate endpoint.
     */
    authorize: (request) => buildAuthorizeUrl(oauth.app, request, ' '),
    accounts: async (reply) => {
      const tokens = oauthCredentials(reply);
      const needed = NEEDED.filter((scope) => configuredScopes.includes(scope));
      refuseMissingScopes(title, needed, tokens.scopes);
      const scopes = tokens.scopes.length > 0 ? tokens.scopes : configuredScopes;
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
