import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';

/** The number of minutes over which the nightly checks of all users are spread. */
const SPREAD_MINUTES = 10;

/** Returns the time of the next nightly check: between 02:00 and 02:10 UTC, always at the same minute for the same key. */
export function nextNight(now: Date, key: string): Date {
  const offset = 2 * HOUR_MS + minuteOf(key) * 60_000;
  const tonight = Math.floor(now.getTime() / DAY_MS) * DAY_MS + offset;
  return new Date(tonight > now.getTime() ? tonight : tonight + DAY_MS);
}

/** Spreads keys evenly over the minutes, with the same result in every process. The hash is FNV-1a. */
function minuteOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % SPREAD_MINUTES;
}
