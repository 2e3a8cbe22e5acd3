import { at, listOf } from '../json.ts';
import type { GraphClient } from '../meta/graph-client.ts';
import type { PageCredentials } from '../meta/page-credentials.ts';

export type Quota = Readonly<{ used: number; total: number }>;

/** Posts of the last 24 hours; null where Instagram does not say. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function publishingQuota(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
): Promise<Quota | null> {
  const path = `${ownerId}/content_publishing_limit`;
  const { body } = await graph.send({ path, token, fields: { fields: 'quota_usage,config' } });
  const [first] = listOf(at(body, 'data'));
  const [used, total] = [at(first, 'quota_usage'), at(first, 'config', 'quota_total')];
  return typeof used === 'number' && typeof total === 'number' && total > 0 ? { used, total } : null;
}
