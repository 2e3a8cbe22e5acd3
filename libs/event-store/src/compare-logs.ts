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

/** Reads one log from end to end. `seen` is told of each event in passing. */
export async function sumOf(log: EventStore, seen?: (event: StoredEvent) => void): Promise<LogSum> {
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
    seen?.(event);
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
 * The position in `target` of the event each position in `source` names.
 * @throws LogsDifferError when the logs do not hold the same events
 */
export async function samePositions(
  source: EventStore,
  target: EventStore,
  positions: ReadonlySet<Position>,
): Promise<ReadonlyMap<Position, Position>> {
  const ids = new Map<string, Position>();
  const found = new Map<Position, Position>();
  const key = ({ stream, revision }: StoredEvent) => `${String(revision)} ${stream}`;
  const ours = await sumOf(source, (event) => {
    if (positions.has(event.position)) ids.set(key(event), event.position);
  });
  const theirs = await sumOf(target, (event) => {
    const position = ids.get(key(event));
    if (position !== undefined) found.set(position, event.position);
  });
  if (canonicalJson(ours) !== canonicalJson(theirs)) {
    throw new LogsDifferError(`The logs differ: ${canonicalJson(ours)} is not ${canonicalJson(theirs)}`);
  }
  for (const position of positions) {
    if (!found.has(position)) throw new LogsDifferError(`No event of the log stands at ${position}`);
  }
  return found;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : a > b ? 1 : 0;
