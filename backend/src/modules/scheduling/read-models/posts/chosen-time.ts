import { fromDate, parseDateTime, toZoned } from '@internationalized/date';
import type { Timing } from '../../domain/post/post.ts';

/** What a client says about the time of a post. `scheduledFor` has an offset. */
export type TimeRequest = Readonly<{
  scheduledFor: string;
  timezone?: string | undefined;
  localTime?: string | undefined;
}>;

/**
 * The instant to keep. One that fits the local time is the client's own choice (in an overlap there are two); otherwise
 * our reading of the local time wins: a gap moves forward, an overlap means the first. A client that names no zone gets
 * its instant and no more.
 * @returns `corrected`: the client's instant was not kept
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

/** Also for a later version of the zone data, which may answer another instant. */
export const instantOf = (localTime: string, timezone: string): Date =>
  toZoned(parseDateTime(localTime), timezone, 'compatible').toDate();

/** What a clock in the zone shows, to the minute: `2026-11-21T09:30`. */
export const localTimeOf = (instant: Date, timezone: string): string => {
  const { year, month, day, hour, minute } = fromDate(instant, timezone);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
};
