import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { LINKEDIN } from './limits.ts';

const ORGANIZATION = 'urn:li:organization:';

/** What calls need for an account. `author`: the URN of the member or organization. */
export type LinkedInSession = Readonly<{ token: string; author: string; scopes: readonly string[] }>;

export function sessionOf(credentials: JsonObject): LinkedInSession {
  const { accessToken: token, scopes } = oauthCredentials(credentials);
  return { token, author: textOf(credentials['author']) ?? '', scopes };
}

export const organizationUrn = (id: string): string => `${ORGANIZATION}${id}`;
export const isOrganization = ({ author }: Pick<LinkedInSession, 'author'>): boolean =>
  author.startsWith(ORGANIZATION);

/** Whether this token may read posts. Only posts of organizations can be read; no app can read members' posts. */
export const mayReadPosts = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social');

/** Whether this token may read comments under posts of organizations. */
export const mayReadComments = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social_feed');

/** Whether this token may read the analytics of a member's posts. */
export const mayReadAnalytics = ({ scopes }: LinkedInSession): boolean =>
  scopes.includes('r_member_postAnalytics');

export const linkedinApp = oauthAppOf('linkedin', LINKEDIN.name, 'client_id');

/**
 * Renews a token. LinkedIn gives refresh tokens only to approved partners. Without one, a valid token is returned unchanged, and
 * after an expired one only a new login helps. @throws the errors of `renewedTokens`
 */
export async function renewCredentials(ours: OAuthApp, stored: JsonObject): Promise<JsonObject> {
  const { refreshToken, expiresAt } = oauthCredentials(stored);
  const canRenew = refreshToken !== null && ours.app.keys !== null;
  if (!canRenew && expiresAt !== null && Date.parse(expiresAt) > ours.clock.now().getTime()) return stored;
  // Refresh tokens expire a year after the consent; a renewal does not extend this time.
  return renewedTokens(ours, stored, { refreshEnd: (named, before) => named ?? before });
}
