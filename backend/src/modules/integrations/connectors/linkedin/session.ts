import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';

const ORGANIZATION = 'urn:li:organization:';

/** Who publishes, and by which token. */
export type LinkedInSession = Readonly<{ token: string; author: string; scopes: readonly string[] }>;

export function sessionOf(credentials: JsonObject): LinkedInSession {
  const { accessToken: token, scopes } = oauthCredentials(credentials);
  return { token, author: textOf(credentials['author']) ?? '', scopes };
}

export const organizationUrn = (id: string): string => `${ORGANIZATION}${id}`;
export const isOrganization = ({ author }: Pick<LinkedInSession, 'author'>): boolean =>
  author.startsWith(ORGANIZATION);

/** What LinkedIn lets this token read: posts of organizations only, members' own are closed to everybody. */
export const mayReadPosts = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social');

/** The same for the comments under them. */
export const mayReadComments = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social_feed');

/** And the analytics of a member's posts. */
export const mayReadAnalytics = ({ scopes }: LinkedInSession): boolean =>
  scopes.includes('r_member_postAnalytics');
