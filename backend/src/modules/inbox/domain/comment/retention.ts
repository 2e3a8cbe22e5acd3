import { WORDS_KEPT } from '@posthorn/contracts/inbox/words-kept';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';

/** Some platforms limit how long we may store a text after they last showed it. The limits are in milliseconds. */
const UNLESS_SEEN = timesOf(WORDS_KEPT.daysUnlessSeen, DAY_MS);

/** Some platforms limit how long we may store a text, even while they still show it. The limits are in milliseconds. */
const IN_ANY_CASE = timesOf(WORDS_KEPT.hoursInAnyCase, HOUR_MS);

/** Milliseconds after the last sighting until the product must erase the text; null: the platform sets no such limit. */
export const retentionAfterLastSeen = (platform: Platform): number | null => UNLESS_SEEN[platform] ?? null;

/** Whether the platform allows Posthorn to keep a text only for some time after the first reading. */
export const isKeptOnlyOnce = (platform: Platform): boolean => IN_ANY_CASE[platform] !== undefined;

/** Retention for each platform that limits it, in milliseconds, and the time from which it counts. */
export const RETENTION: readonly Readonly<{
  platform: Platform;
  keptFor: number;
  since: 'lastSeenAt' | 'textSeenAt';
}>[] = [...entriesOf(UNLESS_SEEN, 'lastSeenAt'), ...entriesOf(IN_ANY_CASE, 'textSeenAt')];

function timesOf(
  kept: Readonly<Partial<Record<Platform, number>>>,
  unit: number,
): Readonly<Partial<Record<Platform, number>>> {
  return Object.fromEntries(Object.entries(kept).map(([platform, count]) => [platform, count * unit]));
}

function entriesOf<Since extends string>(times: Readonly<Partial<Record<Platform, number>>>, since: Since) {
  return Object.entries(times).map(([platform, keptFor]) => ({
    platform: platform as Platform,
    keptFor,
    since,
  }));
}
