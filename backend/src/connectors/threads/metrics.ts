import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { Clock } from '#infrastructure/clock.ts';
import type { MetricsSnapshot, MetricsConnector } from '../contract/metrics.ts';
import type { AsAccount } from '../kit/as-account.ts';
import { lacksPermission } from '../meta/errors/graph-outcomes.ts';
import { readInsights, type InsightFigure } from '../meta/metrics/insights.ts';
import { snapshotWithout } from '../kit/metrics/snapshot.ts';
import { mayHave } from '../kit/oauth/oauth-credentials.ts';
import { ThreadsError, type ThreadsClient } from './client.ts';
import { postState, type ThreadsReplyReader } from './comments/replies.ts';
import { missesObject, PERMITTED } from './errors.ts';
import type { ThreadsSession } from './tokens.ts';

const SCOPE = 'threads_manage_insights';
const READ_MS = 20_000;
/** Source: developers.facebook.com/docs/threads/insights. A quote also counts as a share. */
const FIGURES: readonly InsightFigure[] = [
  { metric: 'impressions', names: ['views'] },
  { metric: 'likes', names: ['likes'] },
  { metric: 'comments', names: ['replies'] },
  { metric: 'shares', names: ['reposts', 'quotes', 'shares'] },
  { metric: 'quotes', names: ['quotes'] },
];
const METRICS: readonly Metric[] = FIGURES.map(({ metric }) => metric);

/** Figures of posts on Threads. Each call reads the figures of one post. */
export const threadsMetrics = (
  client: ThreadsClient,
  as: AsAccount<ThreadsSession>,
  clock: Clock,
): MetricsConnector => ({
  paceOf: () => ({ batch: 1 }),
  read: async (access, posts, signal) => {
    const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
    try {
      const isPermitted = mayHave(await access.credentials(), SCOPE);
      for (const { remoteId } of posts) {
        const snapshot = isPermitted
          ? await as(access, (session) => readPost({ client, session, signal }, remoteId))
          : snapshotWithout(METRICS, 'not-permitted');
        if (snapshot) snapshots.set(remoteId, snapshot);
      }
      return { kind: 'read', snapshots };
    } catch (error) {
      return PERMITTED.stepOutcome(error, clock.now());
    }
  },
});

/** Null: nothing is known about the post. */
async function readPost(reader: ThreadsReplyReader, id: string): Promise<MetricsSnapshot | 'gone' | null> {
  const { client, session, signal } = reader;
  try {
    return await readInsights(FIGURES, {
      ask: (names) =>
        client.send({
          path: `/${encodeURIComponent(id)}/insights`,
          fields: { metric: names.join(','), access_token: session.token },
          request: { timeoutMs: READ_MS, ...(signal && { signal }) },
        }),
      reasonOf,
    });
  } catch (error) {
    if (!missesObject(error)) throw error;
    return (await postState(reader, id)) === 'gone' ? 'gone' : null;
  }
}

function reasonOf(error: unknown): MissingReason | null {
  if (missesObject(error) || !(error instanceof ThreadsError)) return null;
  if (lacksPermission(error.code)) return 'not-permitted';
  return error.code === 100 ? 'failed' : null;
}
