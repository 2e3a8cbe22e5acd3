import { ANALYTICS } from '@posthorn/contracts/analytics/analytics.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { dayOf } from '#lib/zone-format.ts';

const DEFAULT_DAYS = 30;

export type Days = Readonly<{ from: string; to: string }>;

/** Returns the custom days, or the last days up to today in the zone. */
export function daysOf(
  { from, to, days = DEFAULT_DAYS }: Readonly<{ from?: string; to?: string; days?: number }>,
  now: number,
  zone: string,
): Days {
  if (from !== undefined && to !== undefined) return { from, to };
  const today = dayOf(now, zone);
  return { from: isoDay(today - days + 1), to: isoDay(today) };
}

/** Whether the server accepts this period. */
export function isValidPeriodOf({ from, to }: Days): boolean {
  const count = placeOf(to, from) + 1;
  return count >= 1 && count <= ANALYTICS.daysMax;
}

/** Returns the number of days from `from` to `day`; NaN for an invalid day. */
export const placeOf = (day: string, from: string): number =>
  Math.round((Date.parse(day) - Date.parse(from)) / DAY_MS);

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const withWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** For example "Wed 4 Nov". */
export const dayName = (day: string): string => withWeekday.format(new Date(day)).replace(',', '');
/** For example "4 Nov 2026". */
export const dayWithYear = (day: string): string => withYear.format(new Date(day));
