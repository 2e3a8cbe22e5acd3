import { ANALYTICS, type OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import type { ZoneCalendar } from '../../domain/metrics/calendar.ts';
import type { Engagement } from '../../read-models/figures/overview-rows.ts';

const { postsFrom, cellFrom } = ANALYTICS.bestHours;

/**
 * The hours in which posts did well, compared with the usual result of the same account: 1 is usual. A post scores the average of its
 * publications. The result shows when posts did well, not why.
 */
export function bestHours(
  engagements: readonly Engagement[],
  calendar: ZoneCalendar,
): OverviewView['bestHours'] {
  const usual = new Map<number, number>();
  for (const [accountId, sums] of grouped(engagements, ({ accountId }) => accountId))
    usual.set(accountId, median(sums.map(({ sum }) => sum)));
  const posts = grouped(engagements, ({ postId }) => postId);
  const cells = new Map<string, number[]>();
  for (const publications of posts.values()) {
    const scores = publications.map(({ accountId, sum }) => (sum + 1) / ((usual.get(accountId) ?? 0) + 1));
    const firstAt = Math.min(...publications.map(({ publishedAt }) => Date.parse(publishedAt)));
    const key = `${String(calendar.weekdayAt(firstAt))} ${String(calendar.at(firstAt).hour)}`;
    cells.set(key, [...(cells.get(key) ?? []), mean(scores)]);
  }
  const isShown = posts.size >= postsFrom;
  return {
    posts: posts.size,
    needed: postsFrom,
    cells: [...cells].flatMap(([key, scores]) => {
      const [weekday = 0, hour = 0] = key.split(' ').map(Number);
      if (!isShown || scores.length < cellFrom) return [];
      return [{ weekday, hour, posts: scores.length, score: Math.round(median(scores) * 100) / 100 }];
    }),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Keys keep the order in which they first occur. */
function grouped<Each, Key>(list: readonly Each[], keyOf: (each: Each) => Key): Map<Key, Each[]> {
  const groups = new Map<Key, Each[]>();
  for (const each of list) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}
