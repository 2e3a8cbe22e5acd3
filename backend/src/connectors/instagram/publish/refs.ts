import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, objectOf, textOf } from '../../kit/json.ts';

/** What must outlive a crash: containers, which live for a day and are seen by nobody until one is published. */
export type InstagramRefs = Readonly<{
  contentHash: string;
  /** When the first container was made. */
  createdAt: string;
  /** Of the items of a carousel, in their order. */
  children: readonly string[];
  /** The one to publish. */
  container?: string;
  /** The guard against spam has stopped the container, with these words. */
  stopped?: Readonly<{ words: string | null }>;
}> &
  JsonObject;

/** Null when they are of another content, or of nothing yet. */
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
