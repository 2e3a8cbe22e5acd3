import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, objectOf, textOf } from '../../kit/json.ts';

/** What must outlive a crash. The container is the only proof of an unclear attempt, so each attempt publishes the same one. */
export type ThreadsRefs = Readonly<{
  contentHash: string;
  /** Of the files of a carousel, in order. */
  children: readonly string[];
  container: string | null;
  /** ISO: when the container was made; no post of it is older. */
  containedAt: string | null;
  /** The container was a post before this attempt began. */
  isPublished: boolean;
  /** The container could not be found when it was to be published, although it was called finished. */
  lost?: true;
  /** The guard against spam has stopped the container, with these words. */
  stopped?: Readonly<{ words: string | null }>;
}> &
  JsonObject;

export const nothingYet = (contentHash: string): ThreadsRefs => ({
  contentHash,
  children: [],
  container: null,
  containedAt: null,
  isPublished: false,
});

/** Null when they are of another content, or of nothing yet. */
export function refsOf(refs: PublishRefs | null, contentHash: string): ThreadsRefs | null {
  if (refs?.['contentHash'] !== contentHash) return null;
  const stopped = objectOf(refs['stopped']);
  return {
    contentHash,
    children: listOf(refs['children']).filter((id) => typeof id === 'string'),
    container: textOf(refs['container']),
    containedAt: textOf(refs['containedAt']),
    isPublished: refs['isPublished'] === true,
    ...(refs['lost'] === true && { lost: true }),
    ...(stopped && { stopped: { words: textOf(stopped['words']) } }),
  };
}
