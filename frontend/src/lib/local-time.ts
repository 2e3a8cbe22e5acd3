import {
  fromAbsolute,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
} from '@internationalized/date';

/** A local time in a zone. `once`: the time occurs once. `gap`: a clock change skips the time; `instant` is later by the length of the gap,
 * and `shown` is the local time of this instant. `overlap`: the time occurs twice, and `instants` contains both instants.
 */
export type LocalTime =
  | Readonly<{ kind: 'once'; instant: string }>
  | Readonly<{ kind: 'gap'; instant: string; shown: string }>
  | Readonly<{ kind: 'overlap'; instants: readonly [first: string, second: string] }>;

/** Reads the value of a datetime-local input (`2026-11-21T09:30`); null: the value is invalid. */
export function readLocalTime(local: string, zone: string): LocalTime | null {
  const wall = parse(local);
  if (!wall) return null;
  const earlier = toZoned(wall, zone, 'earlier');
  const later = toZoned(wall, zone, 'later');
  const [first, second] = [earlier, later].map((zoned) => zoned.toDate().toISOString()) as [string, string];
  if (first === second) return { kind: 'once', instant: first };
  if (toCalendarDateTime(earlier).compare(wall) === 0) return { kind: 'overlap', instants: [first, second] };
  return { kind: 'gap', instant: second, shown: wallClock(second, zone) };
}

/** Returns the local time in the zone as the value of a datetime-local input, for example `2026-11-21T09:30`. */
export function wallClock(instant: string | number, zone: string): string {
  const zoned = fromAbsolute(new Date(instant).getTime(), zone);
  return toCalendarDateTime(zoned).set({ second: 0, millisecond: 0 }).toString().slice(0, 16);
}

/** Returns the local time at `time` (`18:00`) on the day that is `days` after `local`. */
export const wallClockOn = (local: string, days: number, time: string): string =>
  `${parseDateTime(local).add({ days }).toString().slice(0, 10)}T${time}`;

function parse(local: string): CalendarDateTime | null {
  try {
    return parseDateTime(local);
  } catch {
    return null;
  }
}
