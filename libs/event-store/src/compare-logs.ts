import { createHash } from 'node:crypto';
import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from './canonical-json.ts';
import { chainOf } from './chain.ts';

/** What one log holds, in numbers that two logs with the same events share. */
export type LogSum = Readonly<{
  count: number;
  perType: Readonly<Record<string, number>>;
  streams: number;
  /** Over each event in log order: stream, revision, id, type, chain, and a hash of data and metadata. */
  sha256: string;
}>;

/** Two logs that ought to hold the same events in the same order do not. */
export class LogsDifferError extends Error {
  override readonly name = 'LogsDifferError';
}

/** Reads one log from end to end. */
export async function sumOf(log: EventStore): Promise<LogSum> {
  const hash = createHash('sha256');
  const perType = new Map<string, number>();
  const streams = new Map<string, number>();
  let count = 0;
  for await (const event of log.readAll({})) {
    const { stream, revision, id, type, meta } = event;
    hash.update(`${canonicalJson([stream, Number(revision), id, type, meta.chain, chainOf('', event)])}\n`);
    perType.set(type, (perType.get(type) ?? 0) + 1);
    streams.set(stream, (streams.get(stream) ?? 0) + 1);
    count += 1;
  }
  for (const [stream, events] of [...streams].sort(byName))
    hash.update(`${canonicalJson([stream, events])}\n`);
  return {
    count,
    perType: Object.fromEntries([...perType].sort(byName)),
    streams: streams.size,
    sha256: hash.digest('hex'),
  };
}

/**
 * The position in `target` of the event that each position in `source` names. One in `target` stays: an earlier call, which
 * was killed, has moved it already.
 * @throws LogsDifferError when neither log has an event there, or the target has not this one
 */
export async function positionsIn(
  target: EventStore,
  source: EventStore,
  positions: ReadonlySet<Position>,
): Promise<ReadonlyMap<Position, Position>> {
  const wanted = new Map<string, Position>();
  const found = new Map<Position, Position>();
  const key = ({ stream, revision }: StoredEvent) => `${String(revision)} ${stream}`;
  for await (const event of source.readAll({}))
    if (positions.has(event.position)) wanted.set(key(event), event.position);
  for await (const event of target.readAll({})) {
    if (positions.has(event.position)) found.set(event.position, event.position);
    const position = wanted.get(key(event));
    if (position !== undefined) found.set(position, event.position);
  }
  for (const position of positions) {
    if (!found.has(position)) throw new LogsDifferError(`No event of the log stands at ${position}`);
  }
  return found;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : a > b ? 1 : 0;
