import { DURATION_TEXT as TEXT } from './screen.messages.en.ts';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/** "45 s", "12 min", "3.5 h", "2 days". */
export function duration(seconds: number): string {
  if (seconds < MINUTE) return TEXT.seconds(Math.round(seconds));
  if (seconds < HOUR) return TEXT.minutes(Math.floor(seconds / MINUTE));
  return seconds < 2 * DAY ? TEXT.hours(tenths(seconds / HOUR)) : TEXT.days(tenths(seconds / DAY));
}

const tenths = (value: number): string => String(Math.floor(value * 10) / 10);
