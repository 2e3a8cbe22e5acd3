import { TIME_TEXT } from './messages.en.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Created on first use: `Intl` formatters are slow to create, and every first load contains this file. */
let known: Intl.RelativeTimeFormat | undefined;

/** "in 25 min", "in 3 h", "2 days ago"; "now" within half a minute. */
export function relativeTime(instant: string, now: number): string {
  const away = new Date(instant).getTime() - now;
  const minutes = Math.round(Math.abs(away) / MINUTE);
  const hours = Math.round(Math.abs(away) / HOUR);
  if (minutes === 0) return TIME_TEXT.now;
  if (minutes < 60) return around(TIME_TEXT.minutes(minutes), away);
  if (hours < 24) return around(TIME_TEXT.hours(hours), away);
  const count = Math.round(Math.abs(away) / DAY);
  const sign = Math.sign(away);
  const days = (known ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' }));
  if (count < 45) return days.format(sign * count, 'day');
  if (count < 365) return days.format(sign * Math.round(count / 30.44), 'month');
  return days.format(sign * Math.round(count / 365.25), 'year');
}

const around = (words: string, away: number): string =>
  away > 0 ? TIME_TEXT.ahead(words) : TIME_TEXT.ago(words);
