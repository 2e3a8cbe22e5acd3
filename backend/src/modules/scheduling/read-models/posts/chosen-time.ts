import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { fromDate, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { Timing } from '../../domain/post/post.ts';

/** The time of a post in a request. `scheduledFor`: an instant with any offset. */
export type TimeRequest = Readonly<{
  scheduledFor: string;
  timezone?: string | undefined;
  localTime?: string | undefined;
}>;

/**
 * The time to store. An instant that matches the local time is kept, because an ambiguous local time has two
 * instants and the client may choose. Otherwise the server computes the instant from the local time. A local
 * time that does not exist moves forward; of two instants the first counts. Without a zone, the instant is
 * stored unchanged.
 * @returns `corrected`: the instant of the client was replaced
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
  const ofInstant = localTimeOf(instant, timezone);
  const requested = localTime?.slice(0, ofInstant.length) ?? ofInstant;
  if (requested === ofInstant) {
    return {
      timing: { scheduledFor: instant.toISOString(), timezone, localTime: requested },
      corrected: false,
    };
  }
  const computed = instantOf(requested, timezone);
  return {
    timing: { scheduledFor: computed.toISOString(), timezone, localTime: requested },
    corrected: computed.getTime() !== instant.getTime(),
  };
}

/** The instant of a local time. Later zone data may give another instant. */
export const instantOf = (localTime: string, timezone: string): Date =>
  toZoned(parseDateTime(localTime), timezone, 'compatible').toDate();

/** The local time in the zone, to the minute: `2026-11-21T09:30`. */
export const localTimeOf = (instant: Date, timezone: string): string => {
  const { year, month, day, hour, minute } = fromDate(instant, timezone);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`;
};

/**
 * How far a post moves. A move by days keeps the local time in `zone`, even across a clock change. Without `zone`,
 * it keeps the local time in the zone of the post.
 */
export type Distance = Readonly<{ days: number; zone?: string | undefined } | { minutes: number }>;

/**
 * The time of a post after a move. The post keeps its zone. A local time that does not exist on the new day moves
 * forward; of two instants the first counts.
 * @param ownersZone the zone for a move by days, if neither the move nor the post has a zone
 */
export function movedTime(
  { scheduledFor, timezone, localTime }: Timing,
  by: Distance,
  ownersZone: string,
): Timing {
  const ownZone = timezone ?? ownersZone;
  if ('minutes' in by) {
    const instant = new Date(Date.parse(scheduledFor) + by.minutes * MINUTE_MS);
    return timingAt(instant, timezone, localTimeOf(instant, ownZone));
  }
  const zone = by.zone ?? ownZone;
  const start = fromDate(new Date(scheduledFor), zone);
  const shown = localTimeOf(start.toDate(), zone);
  // If the chosen local time does not exist on the current day, it may exist on the new day. So this starts
  // from the chosen time.
  const { second, millisecond } = start;
  const chosen =
    localTime === null || localTime === shown || zone !== ownZone
      ? toCalendarDateTime(start)
      : parseDateTime(localTime).set({ second, millisecond });
  const moved = chosen.add({ days: by.days });
  const instant = toZoned(moved, zone, 'compatible').toDate();
  const movedLocal =
    zone === ownZone ? moved.toString().slice(0, shown.length) : localTimeOf(instant, ownZone);
  return timingAt(instant, timezone, movedLocal);
}

const timingAt = (instant: Date, timezone: string | null, localTime: string): Timing => ({
  scheduledFor: instant.toISOString(),
  timezone,
  localTime: timezone === null ? null : localTime,
});
