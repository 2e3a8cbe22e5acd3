import type { Entitlements } from '../billing/entitlements.ts';
import type { Plan } from '../billing/plan.ts';
import type { ApiTokenView } from '../identity/api-tokens.http.ts';
import type { ExternalCall } from './posts.http.ts';

/**
 * The owner and the rights of the token: the connection test of automation tools. The `RateLimit` headers of this and every
 * other answer contain the remaining calls.
 */
export type MeView = Readonly<{
  id: string;
  username: string;
  plan: Plan;
  entitlements: Omit<Entitlements, 'plan'>;
  token: Pick<ApiTokenView, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  /** `max` null: no limit. */
  limits: Readonly<{ scheduledPosts: Readonly<{ used: number; max: number | null }> }>;
}>;
export const externalMe: ExternalCall<void, MeView> = {
  method: 'GET',
  path: '/api/external/me',
  scope: null,
};
