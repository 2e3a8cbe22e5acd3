const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEPS = [
  { from: 365 * DAY, unit: 'year', ms: 365 * DAY },
  { from: 30 * DAY, unit: 'month', ms: 30 * DAY },
  { from: 7 * DAY, unit: 'week', ms: 7 * DAY },
  { from: DAY, unit: 'day', ms: DAY },
  { from: HOUR, unit: 'hour', ms: HOUR },
] as const;
const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Returns the age as text, in whole hours, days, weeks, months or years. `changesAt`: when the text changes. */
export function relativeDate(at: Date, now: Date): Readonly<{ text: string; changesAt: Date }> {
  const age = Math.max(0, now.getTime() - at.getTime());
  const step = STEPS.find(({ from }) => age >= from);
  if (!step) return { text: 'Just now', changesAt: new Date(at.getTime() + HOUR) };
  const count = Math.floor(age / step.ms);
  const coarser = STEPS[STEPS.indexOf(step) - 1];
  const next = Math.min((count + 1) * step.ms, coarser?.from ?? Infinity);
  return { text: formatter.format(-count, step.unit), changesAt: new Date(at.getTime() + next) };
}
