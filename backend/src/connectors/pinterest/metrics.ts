import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MetricsConnector, MetricsPace } from '../contract/metrics.ts';
import { at } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotEach } from '../kit/metrics/snapshots-of-list.ts';
import type { PinterestClient } from './client.ts';
import { isDenied, isMissing } from './errors.ts';

const READ_MS = 20_000;
const TOLD = ['likes', 'comments', 'shares', 'impressions', 'clicks'] as const;
/** Trial access allows 1,000 calls a day for the app, and no answer names an app's access. So most calls are left for publishing. */
const PACE: MetricsPace = { batch: 1, calls: { perDay: 400, scope: 'app', each: 1 } };

/**
 * Pinterest's figures of a pin over its whole life, read with the pin itself (`pin_metrics` of the specification 5.23.0). A click is a
 * click that leads to the pin's page; clicks that open the pin are `pin_click`.
 */
export function pinterestMetrics(client: PinterestClient, calls: AccountCalls<string>): MetricsConnector {
  const look = async (token: string, id: string, signal: AbortSignal): Promise<MetricsSnapshot | 'gone'> => {
    const call = { token, path: `/pins/${encodeURIComponent(id)}`, query: { pin_metrics: 'true' } };
    try {
      const pin = await client.send({ ...call, request: { signal, timeoutMs: READ_MS } });
      const metrics = at(pin ?? undefined, 'pin_metrics');
      // Nothing has been counted yet.
      if (metrics === null) return snapshotWithout(TOLD, 'too-early');
      return lookIn(at(metrics, 'lifetime_metrics'));
    } catch (error) {
      if (isMissing(error)) return 'gone';
      if (isDenied(error)) return snapshotWithout(TOLD, 'not-permitted');
      throw error;
    }
  };
  return {
    paceOf: () => PACE,
    read: (access, posts, signal) =>
      calls.snapshots(access, (token) =>
        snapshotEach(posts, ({ remoteId }) => look(token, remoteId, signal)),
      ),
  };
}

const lookIn = (metrics: JsonValue | undefined): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'reaction', counted: at(metrics, 'reaction') },
    comments: { source: 'comment', counted: at(metrics, 'comment') },
    shares: { source: 'save', counted: at(metrics, 'save') },
    impressions: { source: 'impression', counted: at(metrics, 'impression') },
    clicks: { source: 'clickthrough', counted: at(metrics, 'clickthrough') },
  });
