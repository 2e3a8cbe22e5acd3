import type { Bucket } from './budgets.ts';

type HostLimit = Readonly<{ calls: number; perSeconds: number }>;

/**
 * The bucket of everything that goes to one server, whatever it is for. @param count requests of one call; parts of one are an average
 * @param second how long a second of it is, in milliseconds
 */
export function hostBucket(
  server: string,
  { calls, perSeconds }: HostLimit,
  count: number,
  second = 1_000,
): Bucket {
  const span = perSeconds * second;
  // Whole microseconds, as the database counts: rounded up, the last token of a full bucket would be missing.
  return { name: `requests:${server}`, every: Math.floor(((span * 1000) / calls) * count) / 1000, span };
}
