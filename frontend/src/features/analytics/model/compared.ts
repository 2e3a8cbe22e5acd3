import type { SumView } from '@posthorn/contracts/analytics/analytics.http';
import { COMPARED_TEXT as TEXT } from '../messages/results.en.ts';

/** For example "4.2%". */
export const percentOf = (rate: number): string => TEXT.percent((rate * 100).toFixed(1));

/** For example "+12% per post". Compares the averages of the posts with the figure, because sums would also compare the numbers of posts.
 * Null: the earlier sum is unknown or 0.
 */
export function changeOf(now: SumView, before: SumView | undefined): string | null {
  if (!before || before.sum === 0) return null;
  const percent = Math.round((now.sum / now.of / (before.sum / before.of) - 1) * 100);
  if (percent === 0) return TEXT.same;
  return TEXT.change(`${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')}`);
}
