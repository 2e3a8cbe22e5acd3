import { dayAndTime } from '#lib/zone-format.ts';

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;
const spans = new Map(
  UNITS.map(([, unit]) => [unit, new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' })]),
);

/** Formats a span as "4 sec", "3 min" or "2 days": in its largest whole unit, at least one second. */
export function spanOfTime(milliseconds: number): string {
  const [size, unit] = UNITS.find(([each]) => milliseconds >= each) ?? UNITS[3];
  return spans.get(unit)?.format(Math.max(1, Math.floor(milliseconds / size))) ?? '';
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/gu;

/** Replaces the UTC instants in a sentence of the server with local times of the user. */
export const withLocalTimes = (sentence: string, zone: string): string =>
  sentence.replace(INSTANT, (instant) => dayAndTime(instant, zone, Date.now()));
