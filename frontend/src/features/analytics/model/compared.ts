import type { SumView } from '@posthorn/contracts/analytics/analytics.http';
import { COMPARED_TEXT as TEXT } from '../messages/results.en.ts';

/** "4.2%". */
export const percentOf = (rate: number): string => TEXT.percent((rate * 100).toFixed(1));

/**
 * "+12% per post": the average of the posts that have the figure, against the average before. Sums would also compare how many posts there were.
 * Null where one of the two is unknown, or the earlier one is 0.
 */
export function changeOf(now: SumView, before: SumView | undefined): string | null {
  if (!before || before.sum === 0) return null;
  const percent = Math.round((now.sum / now.of / (before.sum / before.of) - 1) * 100);
  if (percent === 0) return TEXT.same;
  return TEXT.change(`${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')}`);
}
