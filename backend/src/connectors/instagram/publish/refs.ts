import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, objectOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash: containers. A container exists for a day and is invisible until it is published. */
export type InstagramRefs = Readonly<{
  contentHash: string;
  /** When the preparation began. */
  createdAt: string;
  /** The containers of a carousel's items, in the order of the items. */
  children: readonly string[];
  /** The container to publish. */
  container?: string;
  /** Spam protection stopped the container. `words`: Instagram's error message. */
  stopped?: Readonly<{ words: string | null }>;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are empty. */
export function refsOf(refs: PublishRefs | null, contentHash: string): InstagramRefs | null {
  const createdAt = textOf(refs?.['createdAt']);
  if (refs === null || createdAt === null || refs['contentHash'] !== contentHash) return null;
  const children = listOf(refs['children']).filter((id) => typeof id === 'string');
  const container = textOf(refs['container']);
  const stopped = objectOf(refs['stopped']);
  return {
    contentHash,
    createdAt,
    children,
    ...(container !== null && { container }),
    ...(stopped && { stopped: { words: textOf(stopped['words']) } }),
  };
}
