import type { Look, MeasuredPost } from '../contract/metrics.ts';

/** Where a platform tells of one post at a time. */
export async function lookAtEach(
  posts: readonly MeasuredPost[],
  look: (remoteId: string) => Promise<Look | 'gone'>,
): Promise<ReadonlyMap<string, Look | 'gone'>> {
  const looks = new Map<string, Look | 'gone'>();
  for (const { remoteId } of posts) looks.set(remoteId, await look(remoteId));
  return looks;
}
