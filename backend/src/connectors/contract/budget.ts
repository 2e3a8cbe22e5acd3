/**
 * How many calls a platform accepts: at most `capacity` within `perSeconds`, evenly refilled. `scope` says what the limit applies
 * to: the whole app, each account, or each server of accounts. A server also counts reads. A budget slightly below the platform's
 * limit costs seconds. A budget above it costs refusals.
 */
export type Budget = Readonly<{
  /** Unique on the platform, without a slash. The name appears in the metrics. */
  name: string;
  scope: 'app' | 'account' | 'server';
  /** Number of final calls. If a platform counts requests or points: its limit, divided by the cost of one post. */
  capacity: number;
  perSeconds: number;
}>;
