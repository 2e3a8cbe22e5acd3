import { fromDate, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { Timing } from '../../domain/post/post.ts';

/** The time of a post in a request. `scheduledFor` has an offset. */
export type TimeRequest = Readonly<{
  scheduledFor: string;
  timezone?: string | undefined;
  localTime?: string | undefined;
}>;

/**
 * The instant to store. An instant that matches the local time is the client's own choice, because an overlap has two. Otherwise the server computes
 * it from the local time: a gap moves forward, an overlap means the first. Without a zone the instant is stored unchanged.
 * @returns `corrected`: the client's instant was replaced
 */
export function chosenTime({ scheduledFor, timezone, localTime }: TimeRequest): {
  timing: Timing;
  corrected: boolean;
} {
  const instant = new Date(scheduledFor);
  if (timezone === undefined) {
    return {
      timing: { scheduledFor: instant.toISOString(), timezone: null, localTime: null },
      corrected: false,
    };
  }
  const shown = localTimeOf(instant, timezone);
  const wanted = localTime?.slice(0, shown.length) ?? shown;
  if (wanted === shown) {
    return { timing: { scheduledFor: instant.toISOString(), timezone, localTime: wanted }, corrected: false };
  }
  const read = instantOf(wanted, timezone);
  return {
    timing: { scheduledFor: read.toISOString(), timezone, localTime: wanted },
    corrected: read.getTime() !== instant.getTime(),
  };
}

/** A later version of the zone data may give another instant. */
export const instantOf = (localTime: string, timezone: string): Date =>
  toZoned(parseDateTime(localTime), timezone, 'compatible').toDate();

/** The local time in the zone, to the minute: `2026-11-21T09:30`. */
export const localTimeOf = (instant: Date, timezone: string): string => {
  const { year, month, day, hour, minute } = fromDate(instant, timezone);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
};

/** How far a post moves. Days keep the local time, also across a clock change. */
export type Distance = Readonly<{ days: number } | { minutes: number }>;

/**
 * The time of a post after a move. A local time that does not exist on its new day moves forward; of two equal ones the first counts.
 * @param ownersZone the zone in which days count if the post has none
 */
export function movedTime(
  { scheduledFor, timezone, localTime }: Timing,
  by: Distance,
  ownersZone: string,
): Timing {
  const zone = timezone ?? ownersZone;
  const start = fromDate(new Date(scheduledFor), zone);
  if ('minutes' in by) {
    const instant = start.add({ minutes: by.minutes }).toDate();
    return timingAt(instant, timezone, localTimeOf(instant, zone));
  }
  const shown = localTimeOf(start.toDate(), zone);
  // The chosen local time does not exist on its present day, but it may on the next one.
  const chosen =
    localTime === null || localTime === shown ? toCalendarDateTime(start) : parseDateTime(localTime);
  const moved = chosen.add({ days: by.days });
  const instant = toZoned(moved, zone, 'compatible').toDate();
  return timingAt(instant, timezone, moved.toString().slice(0, shown.length));
}

const timingAt = (instant: Date, timezone: string | null, localTime: string): Timing => ({
  scheduledFor: instant.toISOString(),
  timezone,
  localTime: timezone === null ? null : localTime,
});
