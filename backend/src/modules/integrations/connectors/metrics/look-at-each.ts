import type { Look, MeasuredPost } from '../contract/metrics.ts';

/** Where a platform tells of one post at a time. */
export async function lookAtEach(
  posts: readonly MeasuredPost[],
  look: (post: MeasuredPost) => Promise<Look | 'gone'>,
): Promise<ReadonlyMap<string, Look | 'gone'>> {
  const looks = new Map<string, Look | 'gone'>();
  for (const post of posts) looks.set(post.remoteId, await look(post));
  return looks;
}
