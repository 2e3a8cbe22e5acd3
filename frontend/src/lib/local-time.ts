import {
  fromAbsolute,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
} from '@internationalized/date';

/**
 * A wall-clock time in a zone. `once`: it names one instant. `gap`: clocks jump over it, `instant` is the moment just after
 * the jump's length and `shown` what the clock then says. `overlap`: it comes twice, `instants` are both.
 */
export type LocalTime =
  | Readonly<{ kind: 'once'; instant: string }>
  | Readonly<{ kind: 'gap'; instant: string; shown: string }>
  | Readonly<{ kind: 'overlap'; instants: readonly [first: string, second: string] }>;

/** `local` as a datetime-local input gives it (`2026-11-21T09:30`); null when it is no time at all. */
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

/** The clock at `time` (`18:00`) so many days after the one that `local` shows. */
export const wallClockOn = (local: string, days: number, time: string): string =>
  `${parseDateTime(local).add({ days }).toString().slice(0, 10)}T${time}`;

function parse(local: string): CalendarDateTime | null {
  try {
    return parseDateTime(local);
  } catch {
    return null;
  }
}
