const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The nightly checks start within this number of minutes, spread over people. */
const SPREAD_MINUTES = 10;

/** The next nightly check: from 02:00 UTC on, at a minute that is always the same for this key. */
export function nextNight(now: Date, key: string): Date {
  const offset = 2 * HOUR + minuteOf(key) * 60_000;
  const tonight = Math.floor(now.getTime() / DAY) * DAY + offset;
  return new Date(tonight > now.getTime() ? tonight : tonight + DAY);
}

/** FNV-1a: spreads ids evenly and gives the same result in every process. */
function minuteOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % SPREAD_MINUTES;
}
