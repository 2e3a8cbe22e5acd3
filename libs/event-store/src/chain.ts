import { createHash } from 'node:crypto';
import type { EventMeta, JsonObject, NewEvent, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from './canonical-json.ts';

/** What one link covers: every stored part of an event, except the link itself. */
export type Chained = Readonly<{
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  data: JsonObject;
  meta: Omit<EventMeta, 'chain'>;
}>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The predecessor of revision 0. It differs for each stream, so no stream can replace another. */
export const chainStart = (stream: string): string => sha256(`posthorn/1\n${stream}`);

/** The link of one event, in hex. A `chain` already in `meta` is left out of the hash. */
export function chainOf(previous: string, event: Chained): string {
  const { stream, revision, id, type, data } = event;
  const meta = { ...event.meta, chain: undefined };
  return sha256(
    `${previous}\n${canonicalJson({ stream, revision: Number(revision), id, type, data, meta })}`,
  );
}

/** The events to append after `last` (null: the stream is new), each with its link. */
export function linked(
  stream: string,
  last: Pick<StoredEvent, 'revision' | 'meta'> | null,
  events: readonly Readonly<{
    id: string;
    type: string;
    data: JsonObject;
    meta: Omit<EventMeta, 'chain'>;
  }>[],
): NewEvent[] {
  let revision = last ? last.revision : -1n;
  let chain = last ? last.meta.chain : chainStart(stream);
  return events.map((event) => {
    revision += 1n;
    chain = chainOf(chain, { ...event, stream, revision });
    return { ...event, meta: { ...event.meta, chain } };
  });
}
