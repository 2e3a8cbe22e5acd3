import { MINUTE_MS } from '@posthorn/contracts/shared/durations';

const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE_MS);

/** Returns the minutes from one instant to another. Ignores the seconds, which no screen shows and each move keeps. */
export const minutesBetween = (from: string, to: string): number => minuteOf(to) - minuteOf(from);
