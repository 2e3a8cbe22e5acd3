import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MeasuredPost } from '../../contract/metrics.ts';
import { objectOf } from '../json.ts';

/** For platforms that return the figures of only one post per call. */
export async function snapshotEach(
  posts: readonly MeasuredPost[],
  readPost: (post: MeasuredPost) => Promise<MetricsSnapshot | 'gone'>,
): Promise<ReadonlyMap<string, MetricsSnapshot | 'gone'>> {
  const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  for (const post of posts) snapshots.set(post.remoteId, await readPost(post));
  return snapshots;
}

/**
 * Reads the figures of these posts from one list. A post that is not in the list is gone. But an unreadable entry may belong to
 * any post. In this case, the function reports no post as gone.
 * @param list if this is not a list, no post has figures
 */
export function snapshotsOfList(
  posts: readonly MeasuredPost[],
  list: JsonValue | undefined,
  idOf: (entry: JsonObject) => string | null,
  readEntry: (entry: JsonObject) => MetricsSnapshot,
): ReadonlyMap<string, MetricsSnapshot | 'gone'> {
  const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  if (!Array.isArray(list)) return snapshots;
  const entries = (list as readonly JsonValue[]).map(objectOf);
  const byId = new Map(entries.flatMap((entry) => (entry ? [[idOf(entry), entry] as const] : [])));
  const isComplete = entries.every((entry) => entry !== null && idOf(entry) !== null);
  for (const { remoteId } of posts) {
    const entry = byId.get(remoteId);
    if (entry) snapshots.set(remoteId, readEntry(entry));
    else if (isComplete) snapshots.set(remoteId, 'gone');
  }
  return snapshots;
}
