import { amountOf, at, listOf } from '../json.ts';
import { retryWithBackoff, type Pause } from '../retry-with-backoff.ts';
import type { ThreadsClient } from './client.ts';
import { isPassingStep } from './containers.ts';
import type { ThreadsSession } from './session.ts';

/** Whether the account may publish once more in its moving day; what other apps publish there counts too. @throws as all calls */
export async function isQuotaUsedUp(
  client: ThreadsClient,
  { token, userId }: ThreadsSession,
  pause: Pause,
): Promise<boolean> {
  const path = `/${encodeURIComponent(userId)}/threads_publishing_limit`;
  const fields = { fields: 'quota_usage,config', access_token: token };
  const { data } = await retryWithBackoff(() => client.send({ path, fields }), isPassingStep, pause);
  const [limit] = listOf(data);
  const total = amountOf(at(limit, 'config', 'quota_total'));
  return total !== null && (amountOf(at(limit, 'quota_usage')) ?? 0) >= total;
}
