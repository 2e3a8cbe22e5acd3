import type { Entitlements } from '../billing/entitlements.ts';
import type { Plan } from '../billing/plan.ts';
import type { ApiTokenView } from '../identity/api-tokens.http.ts';
import type { ExternalCall } from './posts.http.ts';

/**
 * Whose token it is, and what it may do: the connection test of automation tools. What is left of its calls is in the `RateLimit`
 * headers of this answer as of every other.
 */
export type MeView = Readonly<{
  id: string;
  username: string;
  plan: Plan;
  entitlements: Omit<Entitlements, 'plan'>;
  token: Pick<ApiTokenView, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  /** `max` null: as many as you like. */
  limits: Readonly<{ scheduledPosts: Readonly<{ used: number; max: number | null }> }>;
}>;
export const externalMe: ExternalCall<void, MeView> = {
  method: 'GET',
  path: '/api/external/me',
  scope: null,
};
