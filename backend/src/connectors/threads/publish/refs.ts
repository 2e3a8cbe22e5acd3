import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, objectOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash. The container is the only proof of an unknown outcome, so each attempt publishes the same one. */
export type ThreadsRefs = Readonly<{
  contentHash: string;
  /** The containers of a carousel's files, in order. */
  children: readonly string[];
  container: string | null;
  /** ISO: when the container was created. The post is not older than this. */
  containedAt: string | null;
  /** An earlier attempt already published the container. */
  isPublished: boolean;
  /** Threads could not find the container to publish it, although it had reported it as finished. */
  lost?: true;
  /** Spam protection stopped the container. `words`: the error message of Threads. */
  stopped?: Readonly<{ words: string | null }>;
}> &
  JsonObject;

export const emptyRefs = (contentHash: string): ThreadsRefs => ({
  contentHash,
  children: [],
  container: null,
  containedAt: null,
  isPublished: false,
});

/** Null if `refs` belong to other content, or are null. */
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
