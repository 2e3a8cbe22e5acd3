import { WORDS_KEPT } from '@posthorn/contracts/inbox/words-kept';
import type { Platform } from '@posthorn/contracts/shared/platform';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Platforms whose terms end the time for which words may be kept, unless they still show them. */
const UNLESS_SEEN = timesOf(WORDS_KEPT.daysUnlessSeen, DAY);

/** Platforms whose terms end it however often they show them. */
const IN_ANY_CASE = timesOf(WORDS_KEPT.hoursInAnyCase, HOUR);

/** Milliseconds since a comment was last seen after which its words have to go; null: this platform asks for no such thing. */
export const keptUnlessSeen = (platform: Platform): number | null => UNLESS_SEEN[platform] ?? null;

/** How long words are kept on each platform that has a say in it, in milliseconds, and since when that is counted. */
export const RETENTION: readonly Readonly<{
  platform: Platform;
  keptFor: number;
  since: 'lastSeenAt' | 'textSeenAt';
}>[] = [...entriesOf(UNLESS_SEEN, 'lastSeenAt'), ...entriesOf(IN_ANY_CASE, 'textSeenAt')];

function timesOf(
  kept: Readonly<Partial<Record<Platform, number>>>,
  unit: number,
): Readonly<Partial<Record<Platform, number>>> {
  return Object.fromEntries(Object.entries(kept).map(([platform, many]) => [platform, many * unit]));
}

function entriesOf<Since extends string>(times: Readonly<Partial<Record<Platform, number>>>, since: Since) {
  return Object.entries(times).map(([platform, keptFor]) => ({
    platform: platform as Platform,
    keptFor,
    since,
  }));
}
