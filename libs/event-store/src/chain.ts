import { createHash } from 'node:crypto';
import type { EventMeta, JsonObject, NewEvent, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from './canonical-json.ts';

/** The parts of an event that its link (a hash) covers: every stored part except the link itself. */
export type Chained = Readonly<{
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  data: JsonObject;
  meta: Omit<EventMeta, 'chain'>;
}>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The link before revision 0. It differs for each stream, so that one stream cannot be passed off as another. */
export const chainStart = (stream: string): string => sha256(`posthorn/1\n${stream}`);

/** The link of one event: a SHA-256 in hex. The hash does not cover a `chain` that `meta` already has. */
export function chainOf(previous: string, event: Chained): string {
  const { stream, revision, id, type, data } = event;
  const meta = { ...event.meta, chain: undefined };
  return sha256(
    `${previous}\n${canonicalJson({ stream, revision: Number(revision), id, type, data, meta })}`,
  );
}

/** Adds its link to each new event. `last` is the last event of the stream; null: the stream is new. */
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
