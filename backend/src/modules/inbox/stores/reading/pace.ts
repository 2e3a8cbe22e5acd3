import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

/** How long Posthorn reads the comments of a post. */
export const FOLLOWED_MS = 30 * DAY_MS;
/** How far the first reading of an account goes back. */
export const FIRST_READ_MS = 14 * DAY_MS;
/** The interval between readings of an account without activity. */
export const SLOWEST_MS = 6 * HOUR_MS;
/** The minimum time between two readings of an account, whatever makes a reading due: webhooks, new posts, more pages. */
export const READING_GAP_MS = 30 * SECOND_MS;
/** How long a refused thread waits: `first` after one refusal, twice as long after each further consecutive refusal, at most `most`. */
export const AFTER_REFUSAL: Readonly<{ first: number; most: number }> = {
  first: 5 * MINUTE_MS,
  most: 6 * HOUR_MS,
};
/** A platform may say that a new post does not exist, because it shows the post only later. After this age of the post, it is deleted. */
export const APPEARS_WITHIN_MS = HOUR_MS;
/** How far the list of new comments goes back behind the last reading, because lists are not always in the order of time. */
export const OVERLAP_MS = 15 * MINUTE_MS;

/** Facts that determine how often an account is read. Ages are in milliseconds; null: there is no such post or comment. */
export type AccountActivity = Readonly<{
  youngestPost: number | null;
  lastComment: number | null;
  /** The number of connected accounts that share a limit of the whole app. */
  sharers: number;
  /** A recent reading has confirmed that webhooks report comments of this account. */
  isProved: boolean;
}>;

/** Milliseconds until the next reading of an account. Active accounts are read more often. */
export function readingDelay(
  pace: ReadingPace,
  { youngestPost, lastComment, sharers, isProved }: AccountActivity,
): number {
  const fastest = isProved ? fastestWithWebhooks(pace) : pace.fastest * SECOND_MS;
  const byAge = Math.max(fastest, intervalFor(youngestPost ?? Infinity, lastComment ?? Infinity, fastest));
  const { calls } = pace;
  if (!calls) return byAge;
  // The list of new comments may use half of the limit. Threads and replies need the other half.
  const share = (2 * DAY_MS * (calls.scope === 'app' ? Math.max(1, sharers) : 1)) / calls.perDay;
  return Math.max(byAge, share);
}

/** Webhooks make readings due immediately. So other readings only find what webhooks did not report, and may be rare. */
const fastestWithWebhooks = ({ fastest }: ReadingPace): number =>
  Math.max(30 * MINUTE_MS, 4 * fastest * SECOND_MS);

function intervalFor(youngestPost: number, lastComment: number, fastest: number): number {
  if (youngestPost < HOUR_MS || lastComment < 30 * MINUTE_MS) return fastest;
  if (youngestPost < DAY_MS) return 5 * MINUTE_MS;
  return youngestPost < 7 * DAY_MS ? 30 * MINUTE_MS : SLOWEST_MS;
}

/** The number of comments that a platform reports leaves out replies. So each thread is also read at these ages, even if the number is the same. */
const AGES_WITH_NEWS = [
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  3 * DAY_MS,
  7 * DAY_MS,
  FOLLOWED_MS - HOUR_MS,
];

/** Without a list of new comments and without webhooks: the interval at which threads up to this age are read. */
const AGES_WITHOUT_NEWS = [
  { until: HOUR_MS, every: 5 * MINUTE_MS },
  { until: 6 * HOUR_MS, every: 15 * MINUTE_MS },
  { until: DAY_MS, every: HOUR_MS },
  { until: 7 * DAY_MS, every: 6 * HOUR_MS },
  { until: FOLLOWED_MS, every: DAY_MS },
] as const;

/** Milliseconds until the next reading of the thread of a post of this age; null: no further reading. `isProved`: see `AccountActivity`. */
export function threadDelay(source: ReadingPace['source'], age: number, isProved: boolean): number | null {
  if (age >= FOLLOWED_MS) return null;
  if (source === 'threads' && !isProved)
    return AGES_WITHOUT_NEWS.find(({ until }) => age < until)?.every ?? DAY_MS;
  const next = AGES_WITH_NEWS.find((at) => at > age);
  return next === undefined ? null : next - age;
}
