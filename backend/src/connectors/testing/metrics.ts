import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import type { MemoryAccess } from './account-access.ts';

export const measuredPost = (remoteId: string): MeasuredPost => ({
  remoteId,
  permalink: null,
  publishedAt: '2029-12-31T12:00:00.000Z',
});

/** Reads the figures of these posts. */
export function readMetrics(
  metrics: MetricsConnector,
  access: MemoryAccess,
  remoteIds: readonly string[],
): ReturnType<MetricsConnector['read']> {
  return metrics.read(access, remoteIds.map(measuredPost), AbortSignal.timeout(5_000));
}

/** A short form of a snapshot: for each metric, the value and its source, or the reason why it is missing. */
export const summaryOf = (snapshot: MetricsSnapshot | 'gone' | undefined): unknown =>
  snapshot === undefined || snapshot === 'gone'
    ? snapshot
    : Object.fromEntries([
        ...snapshot.values.map(({ metric, value, source }) => [metric, [value, source]] as const),
        ...snapshot.missing.map(({ metric, reason }) => [metric, reason] as const),
      ]);

/** Values that are not a valid count. */
export const INVALID_COUNTS = [-1, 1.5, 2 ** 53, '9007199254740992', '', ' 7', '1e3', true, [], {}];
