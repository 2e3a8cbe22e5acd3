const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The instant at which the hour of `now` began, in UTC. */
export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR) * HOUR);

export const hourAfter = (hour: Date): Date => new Date(hour.getTime() + HOUR);

/** The day of `now` in UTC, as `2030-01-01`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The first of `days` days in UTC; `now` lies in the last. */
export const firstOfDays = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY) - days + 1) * DAY);
