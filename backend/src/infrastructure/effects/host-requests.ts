import type { Bucket } from './budgets.ts';

type HostLimit = Readonly<{ calls: number; perSeconds: number }>;

/**
 * The bucket that all requests to one server share, whether they publish posts or read comments or metrics.
 * @param count requests of one call; a fraction is an average
 * @param second length of a budget second in milliseconds; specs make it shorter
 */
export function hostBucket(
  server: string,
  { calls, perSeconds }: HostLimit,
  count: number,
  second = 1_000,
): Bucket {
  const span = perSeconds * second;
  // Rounded down to whole microseconds, the precision of the database. Rounded up, a full bucket would lack its last token.
  return { name: `requests:${server}`, every: Math.floor(((span * 1000) / calls) * count) / 1000, span };
}
