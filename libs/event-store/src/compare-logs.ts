import { createHash } from 'node:crypto';
import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from './canonical-json.ts';
import { chainOf } from './chain.ts';

/** Counts and a hash of one log. They are equal for two logs with the same events in the same order. */
export type LogSum = Readonly<{
  count: number;
  perType: Readonly<Record<string, number>>;
  streams: number;
  /** Over each event in log order: stream, revision, id, type, chain, and a hash of data and metadata. */
  sha256: string;
}>;

/** The two logs do not contain the same events in the same order. */
export class LogsDifferError extends Error {
  override readonly name = 'LogsDifferError';
}

/** Reads one log from beginning to end. */
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
 * Maps each position in `source` to the position of the same event in `target`. If an earlier call was killed, it has
 * already translated some positions. Such a position of `target` maps to itself.
 * @throws LogsDifferError when neither log has an event at such a position, or the target lacks the event
 */
export async function positionsIn(
  target: EventStore,
  source: EventStore,
  positions: ReadonlySet<Position>,
): Promise<ReadonlyMap<Position, Position>> {
  const expected = new Map<string, Position>();
  const found = new Map<Position, Position>();
  const key = ({ stream, revision }: StoredEvent) => `${String(revision)} ${stream}`;
  for await (const event of source.readAll({}))
    if (positions.has(event.position)) expected.set(key(event), event.position);
  for await (const event of target.readAll({})) {
    if (positions.has(event.position)) found.set(event.position, event.position);
    const position = expected.get(key(event));
    if (position !== undefined) found.set(position, event.position);
  }
  for (const position of positions) {
    if (!found.has(position)) throw new LogsDifferError(`No event of the log stands at ${position}`);
  }
  return found;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : a > b ? 1 : 0;
