import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, objectOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash. The container is the only proof of an unknown outcome, so each attempt publishes the same one. */
export type ThreadsRefs = Readonly<{
  contentHash: string;
  /** The containers of a carousel's files, in order. */
  children: readonly string[];
  container: string | null;
  /** ISO: when the container was made; a post of it is not older. */
  containedAt: string | null;
  /** The container was already a post before this attempt began. */
  isPublished: boolean;
  /** Threads could not find the container to publish it, although it had reported it as finished. */
  lost?: true;
  /** Spam protection stopped the container, with these words. */
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

/** Null when they belong to other content, or are empty. */
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
