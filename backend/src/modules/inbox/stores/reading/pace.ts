import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long Posthorn reads the comments of a post. */
export const FOLLOWED_MS = 30 * DAY;
/** How far the first reading of an account goes back. */
export const FIRST_READ_MS = 14 * DAY;
/** The interval between readings of an account without activity. */
export const SLOWEST_MS = 6 * HOUR;
/** The minimum time between two readings of an account, whatever makes a reading due: webhooks, new posts, more pages. */
export const READING_GAP_MS = 30 * SECOND;
/** How long a refused thread waits: `first` after one refusal, twice as long after each further consecutive refusal, at most `most`. */
export const AFTER_REFUSAL: Readonly<{ first: number; most: number }> = { first: 5 * MINUTE, most: 6 * HOUR };
/** How far the list of new comments goes back behind the last reading, because lists are not always in the order of time. */
export const OVERLAP_MS = 15 * MINUTE;

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
  const fastest = isProved ? fastestWithWebhooks(pace) : pace.fastest * SECOND;
  const byAge = Math.max(fastest, intervalFor(youngestPost ?? Infinity, lastComment ?? Infinity, fastest));
  const { calls } = pace;
  if (!calls) return byAge;
  // The list of new comments may use half of the limit. Threads and replies need the other half.
  const share = (2 * DAY * (calls.scope === 'app' ? Math.max(1, sharers) : 1)) / calls.perDay;
  return Math.max(byAge, share);
}

/** Webhooks make readings due immediately. So other readings only find what webhooks did not report, and may be rare. */
const fastestWithWebhooks = ({ fastest }: ReadingPace): number => Math.max(30 * MINUTE, 4 * fastest * SECOND);

function intervalFor(youngestPost: number, lastComment: number, fastest: number): number {
  if (youngestPost < HOUR || lastComment < 30 * MINUTE) return fastest;
  if (youngestPost < DAY) return 5 * MINUTE;
  return youngestPost < 7 * DAY ? 30 * MINUTE : SLOWEST_MS;
}

/** Numbers of comments leave out replies to comments. So each thread is also read at these ages, even if its number has not changed. */
const AGES_WITH_NEWS = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, FOLLOWED_MS - HOUR];

/** Without a list of new comments and without webhooks: the interval at which threads up to this age are read. */
const AGES_WITHOUT_NEWS = [
  { until: HOUR, every: 5 * MINUTE },
  { until: 6 * HOUR, every: 15 * MINUTE },
  { until: DAY, every: HOUR },
  { until: 7 * DAY, every: 6 * HOUR },
  { until: FOLLOWED_MS, every: DAY },
] as const;

/** Milliseconds until the next reading of the thread of a post of this age; null: no further reading. `isProved`: see `AccountActivity`. */
export function threadDelay(source: ReadingPace['source'], age: number, isProved: boolean): number | null {
  if (age >= FOLLOWED_MS) return null;
  if (source === 'threads' && !isProved)
    return AGES_WITHOUT_NEWS.find(({ until }) => age < until)?.every ?? DAY;
  const next = AGES_WITH_NEWS.find((at) => at > age);
  return next === undefined ? null : next - age;
}
