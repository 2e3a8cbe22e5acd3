import type { ManyPostsRequest, OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import { minutesBetween } from './minutes-between.ts';

/**
 * Returns the requests that move posts back to their times before a move. Posts that moved by the same distance share a request: with a
 * clock change between two posts, a move by days moves them by different distances.
 */
export function movesBack(
  moved: readonly OnePostResult[],
  { ids, times = [] }: ManyPostsRequest,
): readonly ManyPostsRequest[] {
  const posts = moved.map(({ id, scheduledFor = '' }) => ({
    id,
    scheduledFor,
    byMinutes: minutesBetween(scheduledFor, times[ids.indexOf(id)] ?? ''),
  }));
  return [...new Set(posts.map(({ byMinutes }) => byMinutes))].map((byMinutes) => {
    const together = posts.filter((post) => post.byMinutes === byMinutes);
    return {
      ids: together.map(({ id }) => id),
      action: 'move',
      times: together.map(({ scheduledFor }) => scheduledFor),
      byMinutes,
    };
  });
}
