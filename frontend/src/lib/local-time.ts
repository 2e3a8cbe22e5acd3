import {
  fromAbsolute,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
} from '@internationalized/date';

/**
 * A wall-clock time in a zone. `once`: it is one instant. `gap`: clocks skip it; `instant` is later by the length of the gap, and `shown`
 * is what the clock then shows. `overlap`: it occurs twice, and `instants` has both.
 */
export type LocalTime =
  | Readonly<{ kind: 'once'; instant: string }>
  | Readonly<{ kind: 'gap'; instant: string; shown: string }>
  | Readonly<{ kind: 'overlap'; instants: readonly [first: string, second: string] }>;

/** `local` in the form of a datetime-local input (`2026-11-21T09:30`); null when it is invalid. */
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

/** `2026-11-21T09:30` in that zone: the value of a datetime-local input. */
export function wallClock(instant: string | number, zone: string): string {
  const zoned = fromAbsolute(new Date(instant).getTime(), zone);
  return toCalendarDateTime(zoned).set({ second: 0, millisecond: 0 }).toString().slice(0, 16);
}

/** The wall-clock value at `time` (`18:00`), the given number of days after `local`. */
export const wallClockOn = (local: string, days: number, time: string): string =>
  `${parseDateTime(local).add({ days }).toString().slice(0, 10)}T${time}`;

function parse(local: string): CalendarDateTime | null {
  try {
    return parseDateTime(local);
  } catch {
    return null;
  }
}
