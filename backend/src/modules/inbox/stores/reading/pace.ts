import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Older posts are not followed any more. */
export const FOLLOWED_MS = 30 * DAY;
/** The first reading of an account ignores older comments. */
export const FIRST_READ_MS = 14 * DAY;
/** An account without activity is still read this often. */
export const SLOWEST_MS = 6 * HOUR;
/** The least time between two readings of an account. It holds for all causes: webhooks, new posts, more pages, a wrong due time. */
export const READING_GAP_MS = 30 * SECOND;
/** How long a refused thread waits: first after one refusal, then twice as long after each further one, up to `most`. */
export const AFTER_REFUSAL: Readonly<{ first: number; most: number }> = { first: 5 * MINUTE, most: 6 * HOUR };
/** A reading starts this far before its cursor, because lists are not always in the order of time. */
export const OVERLAP_MS = 15 * MINUTE;

/** What determines the pace of an account. Ages are in milliseconds, or null where they do not apply. */
export type AccountActivity = Readonly<{
  youngestPost: number | null;
  lastComment: number | null;
  /** Connected accounts that share a limit of the whole app. */
  sharers: number;
  /** Readings have confirmed that the platform reports comments by webhook. */
  isProved: boolean;
}>;

/** Milliseconds until an account is read again: often while it is active, rarely while it is not. */
export function readingDelay(
  pace: ReadingPace,
  { youngestPost, lastComment, sharers, isProved }: AccountActivity,
): number {
  const fastest = isProved ? slowed(pace) : pace.fastest * SECOND;
  const byAge = Math.max(fastest, intervalFor(youngestPost ?? Infinity, lastComment ?? Infinity, fastest));
  const { calls } = pace;
  if (!calls) return byAge;
  // Half of the limit. Threads and replies need some of it too.
  const share = (2 * DAY * (calls.scope === 'app' ? Math.max(1, sharers) : 1)) / calls.perDay;
  return Math.max(byAge, share);
}

/** Webhooks start readings at once. The other readings only look for what webhooks missed. */
const slowed = ({ fastest }: ReadingPace): number => Math.max(30 * MINUTE, 4 * fastest * SECOND);

function intervalFor(youngestPost: number, lastComment: number, fastest: number): number {
  if (youngestPost < HOUR || lastComment < 30 * MINUTE) return fastest;
  if (youngestPost < DAY) return 5 * MINUTE;
  return youngestPost < 7 * DAY ? 30 * MINUTE : SLOWEST_MS;
}

/** Counts leave out answers to answers, so each thread is also read at these ages when its count has not changed. */
const AGES_BESIDE_NEWS = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, FOLLOWED_MS - HOUR];

/** Without lists of news and without webhooks, threads are read by age: up to this age, at this interval. */
const AGES_WITHOUT_NEWS = [
  { until: HOUR, every: 5 * MINUTE },
  { until: 6 * HOUR, every: 15 * MINUTE },
  { until: DAY, every: HOUR },
  { until: 7 * DAY, every: 6 * HOUR },
  { until: FOLLOWED_MS, every: DAY },
] as const;

/** Milliseconds until the thread of a post of this age is read again; null: it is not followed any more. `isProved`: see `AccountActivity`. */
export function threadDelay(source: ReadingPace['source'], age: number, isProved: boolean): number | null {
  if (age >= FOLLOWED_MS) return null;
  if (source === 'threads' && !isProved)
    return AGES_WITHOUT_NEWS.find(({ until }) => age < until)?.every ?? DAY;
  const next = AGES_BESIDE_NEWS.find((at) => at > age);
  return next === undefined ? null : next - age;
}
