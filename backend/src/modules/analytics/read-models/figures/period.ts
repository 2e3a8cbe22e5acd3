import { ANALYTICS, type Age } from '@posthorn/contracts/analytics/analytics.http';
import { dayAfter, daysFrom, ZoneCalendar } from '../../domain/metrics/calendar.ts';

/** The age of a post in minutes, for each choice; null: the newest figures. */
export const STEP_OF: Readonly<Record<Age, number | null>> = {
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
  '30d': 30 * 24 * 60,
  newest: null,
};

/** The days of a time zone. `borders`: the ISO instants at which each day begins, and the end of the last. */
export type Period = Readonly<{
  zone: string;
  calendar: ZoneCalendar;
  days: readonly string[];
  borders: readonly string[];
}>;

/** The first and the last day of the period of equal length that ends just before these days. */
export function daysBefore(days: readonly string[]): readonly [string, string] {
  const back = (day: string, by: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) - by * 86_400_000).toISOString().slice(0, 10);
  const first = days[0] ?? '';
  return [back(first, days.length), back(first, 1)];
}

/** @returns null when the last day is before the first, or when there are too many days */
export function periodOf(zone: string, from: string, to: string): Period | null {
  if (to < from || Date.parse(to) - Date.parse(from) > (ANALYTICS.daysMax + 1) * 86_400_000) return null;
  const days = daysFrom(from, to);
  if (days.length > ANALYTICS.daysMax) return null;
  const calendar = new ZoneCalendar(zone);
  const borders = [...days, dayAfter(to)].map((day) => new Date(calendar.beginOf(day)).toISOString());
  return { zone, calendar, days, borders };
}
