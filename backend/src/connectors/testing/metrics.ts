import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import type { MemoryAccess } from './account-access.ts';

export const measured = (remoteId: string): MeasuredPost => ({
  remoteId,
  permalink: null,
  publishedAt: '2029-12-31T12:00:00.000Z',
});

/** The connector's answer for these posts. */
export function askedFor(
  metrics: MetricsConnector,
  access: MemoryAccess,
  remoteIds: readonly string[],
): ReturnType<MetricsConnector['read']> {
  return metrics.read(access, remoteIds.map(measured), AbortSignal.timeout(5_000));
}

/** A short form of the answer: each value with its source, or the reason why it is missing. */
export const summaryOf = (look: MetricsSnapshot | 'gone' | undefined): unknown =>
  look === undefined || look === 'gone'
    ? look
    : Object.fromEntries([
        ...look.values.map(({ metric, value, source }) => [metric, [value, source]] as const),
        ...look.missing.map(({ metric, reason }) => [metric, reason] as const),
      ]);

/** Values that are no valid count, whatever the platform meant. */
export const NONSENSE = [-1, 1.5, 2 ** 53, '9007199254740992', '', ' 7', '1e3', true, [], {}];
