import {
  AmbiguousError,
  ConcurrencyError,
  EventStore,
  LogSealedError,
  type Appended,
  type Closure,
  type EventMeta,
  type Expected,
  type JsonObject,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { checkInput } from '../check-input.ts';
import { expectedRevision } from '../expected-revision.ts';
import { WakeUp } from '../wake-up.ts';

type Memory = {
  readonly log: StoredEvent[];
  readonly streams: Map<string, StoredEvent[]>;
  readonly newEvents: WakeUp;
  sealed: boolean;
  responsesToLose: number;
};

/** Implements the whole `EventStore` port in memory, for specs. It copies events on append, so that no caller can change stored events. */
export class InMemoryEventStore extends EventStore {
  readonly #memory: Memory;
  readonly #closed = new AbortController();
  #epoch = 1;

  /** With `sameLogAs`, both stores use the same log, like two processes with one server. Without it, the log is new and empty. */
  constructor(sameLogAs?: InMemoryEventStore) {
    super();
    this.#memory = sameLogAs
      ? sameLogAs.#memory
      : { log: [], streams: new Map(), newEvents: new WakeUp(), sealed: false, responsesToLose: 0 };
  }

  /** For assertions: returns all events of one stream synchronously. */
  historyOf(stream: string): StoredEvent[] {
    return [...(this.#memory.streams.get(stream) ?? [])];
  }

  /** Refuses every append until `unseal` is called. */
  seal(): void {
    this.#memory.sealed = true;
  }

  unseal(): void {
    this.#memory.sealed = false;
  }

  /** The next `count` appends are stored, but the caller gets an `AmbiguousError`, as when the response is lost. */
  loseResponses(count: number): void {
    this.#memory.responsesToLose = count;
  }

  // No await between check and push: two simultaneous appends must not both pass.
  // eslint-disable-next-line @typescript-eslint/require-await
  override async append(
    stream: string,
    events: readonly NewEvent[],
    { expected, signal }: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended> {
    const encoded = checkInput(stream, events, signal);
    if (this.#memory.sealed) throw new LogSealedError('The log is sealed');
    const history = this.#memory.streams.get(stream) ?? [];
    const current = BigInt(history.length) - 1n;
    const last = expectedRevision(expected);
    // The same events at the same place: this is a repetition, and gets the result of the first append.
    const stored = history.slice(Number(last) + 1, Number(last) + 1 + events.length);
    if (events.every(({ id }, index) => stored[index]?.id === id)) return this.#resultOf(stored);
    if (last !== current) throw new ConcurrencyError(stream, current < 0n ? 'noStream' : current);
    const added = encoded.map(({ id, type, data, meta }, index) => ({
      id,
      type,
      data: JSON.parse(data) as JsonObject,
      meta: JSON.parse(meta) as EventMeta,
      stream,
      revision: last + 1n + BigInt(index),
      position: String(this.#memory.log.length + 1 + index).padStart(20, '0') as Position,
    }));
    this.#memory.streams.set(stream, [...history, ...added]);
    this.#memory.log.push(...added);
    this.#memory.newEvents.ring();
    return this.#resultOf(added);
  }

  #resultOf(stored: readonly StoredEvent[]): Appended {
    if (this.#memory.responsesToLose === 0) return endOf(stored);
    this.#memory.responsesToLose -= 1;
    throw new AmbiguousError('The answer was lost');
  }

  override async *readStream(
    stream: string,
    o: { from?: bigint; direction?: 'forwards' | 'backwards'; max?: number } = {},
  ): AsyncIterable<StoredEvent> {
    const { from, direction = 'forwards', max = Infinity } = o;
    const history = await Promise.resolve(this.historyOf(stream));
    const backwards = direction === 'backwards';
    const matching = history.filter(
      ({ revision }) => from === undefined || (backwards ? revision <= from : revision >= from),
    );
    yield* (backwards ? matching.toReversed() : matching).slice(0, max);
  }

  override async *readAll({
    after,
    max = Infinity,
  }: {
    after?: Position | undefined;
    max?: number;
  }): AsyncIterable<StoredEvent> {
    const start = indexAfter(after);
    yield* await Promise.resolve(this.#memory.log.slice(start, start + max));
  }

  override async *subscribeAll({
    after,
    signal,
    onCaughtUp,
  }: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent> {
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const open = () => !ended.aborted;
    let next = indexAfter(after);
    let caughtUp = false;
    while (open()) {
      const seenSignals = this.#memory.newEvents.heard;
      for (let event = this.#memory.log[next]; event && open(); event = this.#memory.log[next]) {
        next += 1;
        yield event;
      }
      if (!caughtUp) {
        caughtUp = true;
        onCaughtUp?.();
      }
      await this.#memory.newEvents.sleep(seenSignals, ended);
    }
  }

  override head(): Promise<Position | null> {
    return Promise.resolve(this.#memory.log.at(-1)?.position ?? null);
  }

  override describe(): Promise<{ kind: 'memory'; logId: string; address: string; epoch: number }> {
    return Promise.resolve({ kind: 'memory', logId: 'memory', address: 'this process', epoch: this.#epoch });
  }

  override beginEpoch(epoch: number): Promise<void> {
    this.#epoch = Math.max(this.#epoch, epoch);
    return Promise.resolve();
  }

  override claim(): Promise<void> {
    return Promise.resolve();
  }

  override closure(): Promise<Closure | null> {
    return Promise.resolve(this.#memory.sealed ? 'sealed' : null);
  }

  override close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }
}

function indexAfter(position: Position | undefined): number {
  if (position === undefined) return 0;
  if (!/^\d+$/.test(position)) throw new RangeError(`${position} is no position in this log`);
  return Number(position);
}

function endOf(events: readonly StoredEvent[]): Appended {
  const last = events.at(-1);
  if (!last) throw new RangeError('An append holds at least one event');
  return { revision: last.revision, position: last.position };
}
