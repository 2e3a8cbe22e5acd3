import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';

/** Returns the beginning of the hour of `now`. */
export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);

export const hourAfter = (hour: Date): Date => new Date(hour.getTime() + HOUR_MS);

/** Returns the UTC day of `now` in the form `2030-01-01`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Returns the beginning of the first of `days` UTC days. The last of these days contains `now`. */
export const firstOfDays = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days + 1) * DAY_MS);
