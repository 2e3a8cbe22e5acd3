import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Posts that are older are not followed any more. */
export const FOLLOWED_MS = 30 * DAY;
/** What is older than this when an account is read for the first time is not read at all. */
export const FIRST_READ_MS = 14 * DAY;
/** An account on which nothing happens is still read this often. */
export const SLOWEST_MS = 6 * HOUR;
/** The least time between two readings of an account. It holds for all causes: webhooks, new posts, more pages, a wrong due time. */
export const READING_GAP_MS = 30 * SECOND;
/** How long a refused thread waits: after the first refusal, doubled after each further one, and at most. */
export const AFTER_REFUSAL: Readonly<{ first: number; most: number }> = { first: 5 * MINUTE, most: 6 * HOUR };
/** A reading goes back this far behind its cursor: lists are not always in the order of time. */
export const OVERLAP_MS = 15 * MINUTE;

/** What the pace of an account follows: ages in milliseconds, null where there is no such thing. */
export type Liveliness = Readonly<{
  youngestPost: number | null;
  lastComment: number | null;
  /** Connected accounts that share a limit of the whole app. */
  sharers: number;
  /** The platform tells of comments by itself, as readings have confirmed. */
  isProved: boolean;
}>;

/** Milliseconds until an account is read again: often while something happens there, seldom when nothing does. */
export function nextReading(
  pace: ReadingPace,
  { youngestPost, lastComment, sharers, isProved }: Liveliness,
): number {
  const fastest = isProved ? slowed(pace) : pace.fastest * SECOND;
  const byAge = Math.max(fastest, intervalFor(youngestPost ?? Infinity, lastComment ?? Infinity, fastest));
  const { calls } = pace;
  if (!calls) return byAge;
  // Half of what is allowed: threads and replies want some of it too.
  const share = (2 * DAY * (calls.scope === 'app' ? Math.max(1, sharers) : 1)) / calls.perDay;
  return Math.max(byAge, share);
}

/** What a platform tells of comes at once; readings only look for what it has not told. */
const slowed = ({ fastest }: ReadingPace): number => Math.max(30 * MINUTE, 4 * fastest * SECOND);

function intervalFor(youngestPost: number, lastComment: number, fastest: number): number {
  if (youngestPost < HOUR || lastComment < 30 * MINUTE) return fastest;
  if (youngestPost < DAY) return 5 * MINUTE;
  return youngestPost < 7 * DAY ? 30 * MINUTE : SLOWEST_MS;
}

/** Counters leave answers to answers out, so each thread is read at these ages even where nothing has moved. */
const AGES_BESIDE_NEWS = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, FOLLOWED_MS - HOUR];

/** Where nothing tells of news, the platform by itself neither, threads are read by age: until this one, each so often. */
const AGES_WITHOUT_NEWS = [
  { until: HOUR, every: 5 * MINUTE },
  { until: 6 * HOUR, every: 15 * MINUTE },
  { until: DAY, every: HOUR },
  { until: 7 * DAY, every: 6 * HOUR },
  { until: FOLLOWED_MS, every: DAY },
] as const;

/**
 * Milliseconds after which the thread of a post of this age is to be read again; null: it is not followed any more. `isProved`: as in
 * `Liveliness`.
 */
export function nextThread(source: ReadingPace['source'], age: number, isProved: boolean): number | null {
  if (age >= FOLLOWED_MS) return null;
  if (source === 'threads' && !isProved)
    return AGES_WITHOUT_NEWS.find(({ until }) => age < until)?.every ?? DAY;
  const next = AGES_BESIDE_NEWS.find((at) => at > age);
  return next === undefined ? null : next - age;
}
