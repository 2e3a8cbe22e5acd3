import type { Position as ServerPosition, ResolvedEvent } from '@eventstore/db-client';
import type { EventMeta, JsonObject, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { IDENTITY_STREAM } from './check-input.ts';

const DIGITS = 20;

/** An event as the client returns it. */
export type Recorded = NonNullable<ResolvedEvent['event']>;

/** Whether the product wrote the event. Excludes the server’s events and the identity of the log. */
export const isOurs = ({ type, streamId, isJson }: Recorded): boolean =>
  isJson && !type.startsWith('$') && !streamId.startsWith('$') && streamId !== IDENTITY_STREAM;

/** Converts an event to the type of the `EventStore` port. */
export function toStored({ id, streamId, revision, type, data, metadata, position }: Recorded): StoredEvent {
  if (!position) {
    throw new Error('The event store is older than 22.6 and reports no positions of events: upgrade it.');
  }
  return {
    id,
    type,
    data: data as JsonObject,
    meta: (metadata ?? {}) as EventMeta,
    stream: streamId,
    revision,
    position: toText(position),
  };
}

/** Pads both numbers, so that the order of the texts is the order of the log. */
export const toText = ({ commit, prepare }: ServerPosition): Position =>
  [commit, prepare].map((part) => String(part).padStart(DIGITS, '0')).join('/') as Position;

/** @throws RangeError for a position of another kind of log; read as one of this log, it would be near the beginning */
export function fromPositionText(position: Position): ServerPosition {
  const [, commit, prepare] = /^(\d+)\/(\d+)$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new RangeError(`${position} is no position in an EventStoreDB log`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
