import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { LINKEDIN } from './limits.ts';

const ORGANIZATION = 'urn:li:organization:';

/** The author of posts, and the token. */
export type LinkedInSession = Readonly<{ token: string; author: string; scopes: readonly string[] }>;

export function sessionOf(credentials: JsonObject): LinkedInSession {
  const { accessToken: token, scopes } = oauthCredentials(credentials);
  return { token, author: textOf(credentials['author']) ?? '', scopes };
}

export const organizationUrn = (id: string): string => `${ORGANIZATION}${id}`;
export const isOrganization = ({ author }: Pick<LinkedInSession, 'author'>): boolean =>
  author.startsWith(ORGANIZATION);

/** Whether LinkedIn lets this token read posts: only posts of organizations; no app can read members' posts. */
export const mayReadPosts = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social');

/** Whether this token may read the comments under them. */
export const mayReadComments = (session: LinkedInSession): boolean =>
  isOrganization(session) && session.scopes.includes('r_organization_social_feed');

/** Whether this token may read the analytics of a member's posts. */
export const mayReadAnalytics = ({ scopes }: LinkedInSession): boolean =>
  scopes.includes('r_member_postAnalytics');

export const linkedinApp = oauthAppOf('linkedin', LINKEDIN.name, 'client_id');

/**
 * LinkedIn gives refresh tokens only to approved partners. Without one, a valid token stays as it is, and an expired one needs its
 * owner. @throws as `renewedTokens`
 */
export async function renewed(ours: OAuthApp, stored: JsonObject): Promise<JsonObject> {
  const { refreshToken, expiresAt } = oauthCredentials(stored);
  const canRenew = refreshToken !== null && ours.app.keys !== null;
  if (!canRenew && expiresAt !== null && Date.parse(expiresAt) > ours.clock.now().getTime()) return stored;
  // They expire a year after the consent, however often they are used.
  return renewedTokens(ours, stored, { refreshEnd: (named, before) => named ?? before });
}
