/**
 * How much a platform takes: at most `capacity` within `perSeconds`, evenly refilled, over the whole app, over each
 * account, or over each server that accounts live on. A server counts readings, too. A budget that lets through a little less than the
 * platform does costs seconds; one that lets through more costs refusals.
 */
export type Budget = Readonly<{
  /** Unique on the platform, without a slash; seen in the metrics. */
  name: string;
  scope: 'app' | 'account' | 'server';
  /** Final calls. Where a platform counts requests or points, those that one post costs are worked in. */
  capacity: number;
  perSeconds: number;
}>;
