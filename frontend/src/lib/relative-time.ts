import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { TIME_TEXT } from './messages.en.ts';

/** Created on first use, because `Intl` formatters are slow to create and every first load contains this file. */
let cachedFormat: Intl.RelativeTimeFormat | undefined;

/** Formats a time as "in 25 min", "in 3 h" or "2 days ago"; within half a minute as "now". */
export function relativeTime(instant: string, now: number): string {
  const difference = new Date(instant).getTime() - now;
  const minutes = Math.round(Math.abs(difference) / MINUTE_MS);
  const hours = Math.round(Math.abs(difference) / HOUR_MS);
  if (minutes === 0) return TIME_TEXT.now;
  if (minutes < 60) return withDirection(TIME_TEXT.minutes(minutes), difference);
  if (hours < 24) return withDirection(TIME_TEXT.hours(hours), difference);
  const count = Math.round(Math.abs(difference) / DAY_MS);
  const sign = Math.sign(difference);
  const days = (cachedFormat ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' }));
  if (count < 45) return days.format(sign * count, 'day');
  if (count < 365) return days.format(sign * Math.round(count / 30.44), 'month');
  return days.format(sign * Math.round(count / 365.25), 'year');
}

const withDirection = (words: string, difference: number): string =>
  difference > 0 ? TIME_TEXT.ahead(words) : TIME_TEXT.ago(words);
