import type { Call } from '../shared/call.ts';
import type { ErrorWording } from '../shared/error-sentences.ts';

export const MANY_POSTS = {
  /** Posts in one request. */
  idsMax: 100,
  /** About ten years, forward or backward. */
  daysMax: 3_660,
  minutesMax: 3_660 * 24 * 60,
} as const;

export const MANY_POSTS_ACTIONS = ['move', 'delete', 'retry'] as const;

export const MANY_POSTS_TEXT = {
  idsNotValid: 'Please choose 1 to 100 posts, each once.',
  actionNotValid: 'The action is move, delete or retry.',
  distanceNotValid: 'A move has whole days or whole minutes, not both, and at most ten years.',
  timesNotValid: 'Times are instants: one for each post, in the order of the ids.',
} as const;

/**
 * `move`: by days, which keeps the local time of each post even across a clock change, or by minutes. A post keeps its own zone.
 * `delete`: as `deletePost`. `retry`: as `retryTarget`, for each failed account; refused only when all of them refuse it.
 */
export type ManyPostsRequest = Readonly<{
  ids: readonly number[];
  action: (typeof MANY_POSTS_ACTIONS)[number];
  byDays?: number;
  byMinutes?: number;
  /**
   * For a move by days: the IANA time zone whose local time the posts keep, such as the zone in which the client shows them. Absent: the
   * zone of each post, or of its owner if the post has none.
   */
  timezone?: string;
  /**
   * For `move`: the time of each post as the client shows it, in the order of `ids`. A post with another time is not moved:
   * `scheduling.post-changed`. So a repeated request moves nothing twice.
   */
  times?: readonly string[];
}>;

/**
 * The outcome for one post. `code` and `message` say why it was refused, as in the body of an error. `scheduledFor`: the time of the post
 * after a move, a UTC instant.
 */
export type OnePostResult = ErrorWording &
  Readonly<{ id: number; ok: boolean; scheduledFor?: string; code?: string; message?: string }>;

/** Each post has its own result, in the order of `ids`. A refused post does not stop the others. */
export const changeManyPosts: Call<ManyPostsRequest, Readonly<{ results: readonly OnePostResult[] }>> = {
  method: 'POST',
  path: '/api/posts/bulk',
};
