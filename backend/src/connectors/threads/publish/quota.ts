import { amountOf, at, listOf } from '../../kit/json.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import type { ThreadsClient } from '../client.ts';
import { isTransientStep } from './containers.ts';
import type { ThreadsSession } from '../tokens.ts';

/** Threads counts posts and replies separately. */
const FIGURES = {
  posts: { used: 'quota_usage', config: 'config' },
  replies: { used: 'reply_quota_usage', config: 'reply_config' },
} as const;

/**
 * Whether the account has used its quota of the last 24 hours. Posts from other apps also count. @throws TokenRefused,
 * ThreadsError, OutgoingError, BreakerOpen
 */
export async function isQuotaUsedUp(
  client: ThreadsClient,
  { token, userId }: ThreadsSession,
  pause: Pause,
  of: keyof typeof FIGURES = 'posts',
): Promise<boolean> {
  const { used, config } = FIGURES[of];
  const path = `/${encodeURIComponent(userId)}/threads_publishing_limit`;
  const fields = { fields: `${used},${config}`, access_token: token };
  const { data } = await retryWithBackoff(() => client.send({ path, fields }), isTransientStep, pause);
  const [limit] = listOf(data);
  const total = amountOf(at(limit, config, 'quota_total'));
  return total !== null && (amountOf(at(limit, used)) ?? 0) >= total;
}
