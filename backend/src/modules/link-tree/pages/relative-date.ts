import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';

const STEPS = [
  { from: 365 * DAY_MS, unit: 'year', ms: 365 * DAY_MS },
  { from: 30 * DAY_MS, unit: 'month', ms: 30 * DAY_MS },
  { from: 7 * DAY_MS, unit: 'week', ms: 7 * DAY_MS },
  { from: DAY_MS, unit: 'day', ms: DAY_MS },
  { from: HOUR_MS, unit: 'hour', ms: HOUR_MS },
] as const;
const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Returns the age as text, in whole hours, days, weeks, months or years. `changesAt`: when the text changes. */
export function relativeDate(at: Date, now: Date): Readonly<{ text: string; changesAt: Date }> {
  const age = Math.max(0, now.getTime() - at.getTime());
  const step = STEPS.find(({ from }) => age >= from);
  if (!step) return { text: 'Just now', changesAt: new Date(at.getTime() + HOUR_MS) };
  const count = Math.floor(age / step.ms);
  const coarser = STEPS[STEPS.indexOf(step) - 1];
  const next = Math.min((count + 1) * step.ms, coarser?.from ?? Infinity);
  return { text: formatter.format(-count, step.unit), changesAt: new Date(at.getTime() + next) };
}
