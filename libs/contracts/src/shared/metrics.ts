/** Metrics of a published post, under the product's own names. */
export const metrics = [
  'likes',
  'comments',
  'shares',
  'saves',
  'quotes',
  'impressions',
  'views',
  'reach',
  'clicks',
] as const;
export type Metric = (typeof metrics)[number];

/** Metrics that may be summed. Reach may not be summed: it counts people, and one person can see several posts. */
export const summedMetrics: readonly Metric[] = metrics.filter((metric) => metric !== 'reach');

/**
 * Why a metric is missing. `not-offered`: the platform has none. `not-permitted`: the account did not allow it. `hidden`: its owner hid
 * it on the platform. `too-early`: the platform reports it later. `failed`: the response could not be used. `expired`: the platform's terms
 * forbid storing it any longer.
 */
export const missingReasons = [
  'not-offered',
  'not-permitted',
  'hidden',
  'too-early',
  'failed',
  'expired',
] as const;
export type MissingReason = (typeof missingReasons)[number];
