import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MeasuredPost } from '../../contract/metrics.ts';
import { objectOf } from '../json.ts';

/** For platforms that return the figures of one post at a time. */
export async function snapshotEach(
  posts: readonly MeasuredPost[],
  look: (post: MeasuredPost) => Promise<MetricsSnapshot | 'gone'>,
): Promise<ReadonlyMap<string, MetricsSnapshot | 'gone'>> {
  const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  for (const post of posts) snapshots.set(post.remoteId, await look(post));
  return snapshots;
}

/**
 * Reads the figures of all these posts from one list. A post that the list leaves out is gone. An unreadable entry may be any of them;
 * then nothing is reported about the left-out posts.
 * @param list undefined or no list: it gives figures of no post
 */
export function snapshotsOfList(
  posts: readonly MeasuredPost[],
  list: JsonValue | undefined,
  idOf: (entry: JsonObject) => string | null,
  lookAt: (entry: JsonObject) => MetricsSnapshot,
): ReadonlyMap<string, MetricsSnapshot | 'gone'> {
  const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  if (!Array.isArray(list)) return snapshots;
  const entries = (list as readonly JsonValue[]).map(objectOf);
  const byId = new Map(entries.flatMap((entry) => (entry ? [[idOf(entry), entry] as const] : [])));
  const isComplete = entries.every((entry) => entry !== null && idOf(entry) !== null);
  for (const { remoteId } of posts) {
    const entry = byId.get(remoteId);
    if (entry) snapshots.set(remoteId, lookAt(entry));
    else if (isComplete) snapshots.set(remoteId, 'gone');
  }
  return snapshots;
}
