import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MetricsConnector, MetricsPace } from '../contract/metrics.ts';
import { at } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotEach } from '../kit/metrics/snapshots-of-list.ts';
import type { PinterestClient } from './client.ts';
import { isDenied, isMissing } from './errors.ts';

const READ_MS = 20_000;
const METRICS = ['likes', 'comments', 'shares', 'impressions', 'clicks'] as const;
/**
 * Trial access allows 1,000 calls per day for the app, and no response shows an app's kind of access. So most calls are reserved
 * for publishing.
 */
const PACE: MetricsPace = { batch: 1, calls: { perDay: 400, scope: 'app', each: 1 } };

/**
 * Pinterest's figures of a pin since it was published, read together with the pin (`pin_metrics` of the specification 5.23.0).
 * `clicks` counts clicks on the pin's link. Clicks that open the pin are `pin_click`, which Posthorn does not read.
 */
export function pinterestMetrics(client: PinterestClient, calls: AccountCalls<string>): MetricsConnector {
  const readPin = async (
    token: string,
    id: string,
    signal: AbortSignal,
  ): Promise<MetricsSnapshot | 'gone'> => {
    const call = { token, path: `/pins/${encodeURIComponent(id)}`, query: { pin_metrics: 'true' } };
    try {
      const pin = await client.send({ ...call, request: { signal, timeoutMs: READ_MS } });
      const metrics = at(pin ?? undefined, 'pin_metrics');
      // Pinterest has not counted anything yet.
      if (metrics === null) return snapshotWithout(METRICS, 'too-early');
      return snapshotFrom(at(metrics, 'lifetime_metrics'));
    } catch (error) {
      if (isMissing(error)) return 'gone';
      if (isDenied(error)) return snapshotWithout(METRICS, 'not-permitted');
      throw error;
    }
  };
  return {
    paceOf: () => PACE,
    read: (access, posts, signal) =>
      calls.snapshots(access, (token) =>
        snapshotEach(posts, ({ remoteId }) => readPin(token, remoteId, signal)),
      ),
  };
}

const snapshotFrom = (metrics: JsonValue | undefined): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'reaction', counted: at(metrics, 'reaction') },
    comments: { source: 'comment', counted: at(metrics, 'comment') },
    shares: { source: 'save', counted: at(metrics, 'save') },
    impressions: { source: 'impression', counted: at(metrics, 'impression') },
    clicks: { source: 'clickthrough', counted: at(metrics, 'clickthrough') },
  });
