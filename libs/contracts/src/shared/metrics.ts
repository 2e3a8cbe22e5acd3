/** Figures of a published post, under our names. */
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

/** Those that may be added up. Reach may not: it counts people, and the same ones may be counted with each post. */
export const summedMetrics: readonly Metric[] = metrics.filter((metric) => metric !== 'reach');

/**
 * Why a figure is missing. `not-offered`: the platform has none. `not-permitted`: the account did not allow it. `hidden`: its owner hid
 * it on the platform. `too-early`: the platform has it later. `failed`: the answer could not be used. `expired`: the platform's terms
 * forbid keeping it any longer.
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
