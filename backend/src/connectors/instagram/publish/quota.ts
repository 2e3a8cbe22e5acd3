import { at, listOf } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import { isTransient } from '../../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';

export type InstagramQuota = Readonly<{ used: number; total: number }>;

/**
 * Reads how many posts the account published in the last 24 hours, and its limit; null if Instagram does not say. @throws
 * GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function publishingQuota(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  pause: Pause,
): Promise<InstagramQuota | null> {
  const path = `${ownerId}/content_publishing_limit`;
  const ask = () => graph.send({ path, token, fields: { fields: 'quota_usage,config' } });
  const { body } = await retryWithBackoff(ask, isTransient, pause);
  const [first] = listOf(at(body, 'data'));
  const [used, total] = [at(first, 'quota_usage'), at(first, 'config', 'quota_total')];
  return typeof used === 'number' && typeof total === 'number' && total > 0 ? { used, total } : null;
}
