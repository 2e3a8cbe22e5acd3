import type { Entitlements } from '../billing/entitlements.ts';
import type { Plan } from '../billing/plan.ts';
import type { ApiTokenView } from '../identity/api-tokens.http.ts';
import type { ExternalCall } from './posts.http.ts';

/**
 * The user and the scopes of the token. Automation tools use it to test the connection. The `RateLimit` headers of
 * every response contain the number of remaining calls.
 */
export type MeView = Readonly<{
  id: string;
  username: string;
  plan: Plan;
  entitlements: Omit<Entitlements, 'plan'>;
  token: Pick<ApiTokenView, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  /** `max` null: there is no limit. */
  limits: Readonly<{ scheduledPosts: Readonly<{ used: number; max: number | null }> }>;
}>;
export const externalMe: ExternalCall<void, MeView> = {
  method: 'GET',
  path: '/api/external/me',
  scope: null,
};
