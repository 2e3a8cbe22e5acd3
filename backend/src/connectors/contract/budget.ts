/**
 * How many calls a platform accepts: at most `capacity` within `perSeconds`, evenly refilled. The limit holds for the whole app,
 * for each account, or for each server of accounts; a server counts reads, too. A budget slightly below the platform's limit costs
 * seconds. A budget above it costs refusals.
 */
export type Budget = Readonly<{
  /** Unique on the platform, without a slash. The metrics show it. */
  name: string;
  scope: 'app' | 'account' | 'server';
  /** Number of final calls. Where a platform counts requests or points, this is its limit divided by the cost of one post. */
  capacity: number;
  perSeconds: number;
}>;
