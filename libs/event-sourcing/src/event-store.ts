import { categoryOf } from './stream-name.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** Who caused an event: the actor, the request or tick it belongs to, and the message that led straight to it. */
export type Cause = Readonly<{
  actor: Readonly<{ kind: 'user' | 'apiToken' | 'rule' | 'system'; id: string }>;
  correlationId: string;
  causationId: string;
}>;

export type EventMeta = Cause &
  Readonly<{
    /** Version of this type's shape. */
    schema: number;
    /** Business time, UTC ISO, from the clock; never the store's own. */
    at: string;
    /** Ids of the personal keys used in data, never a name. */
    subjects?: readonly string[];
    /** Hex SHA-256 that continues the chain of the stream, see `chain.ts` of the event store. */
    chain: string;
  }>;

/** Opaque. Comparing two positions of one log as plain strings gives log order. */
export type Position = string & { readonly __brand: 'Position' };
export type Expected = 'noStream' | bigint;
/** `id` is a UUID, unique in its stream. */
export type NewEvent = Readonly<{ id: string; type: string; data: JsonObject; meta: EventMeta }>;
export type StoredEvent = NewEvent & Readonly<{ stream: string; revision: bigint; position: Position }>;
/** A part of the log: of the `max` events after a position those of these categories and types. */
export type PageRequest = Readonly<{
  after: Position | null;
  max: number;
  categories: readonly string[];
  /** Null: all of them. */
  types: readonly string[] | null;
}>;
/** `to` is how far the page goes, past what was not asked for too; null: nothing comes after. */
export type LogPage = Readonly<{ events: readonly StoredEvent[]; to: Position | null }>;
/** Revision and position of the last event of the append. */
export type Appended = Readonly<{ revision: bigint; position: Position }>;

/**
 * Why a log takes no events: it moves to another store or has moved back; another installation's database reads models from
 * it; or it is an older copy of what was read from it.
 */
export type Closure = 'sealed' | 'taken over' | 'older';

/** The stream is not where the writer saw it. `actual` is 'noStream' or the last revision. */
export class ConcurrencyError extends Error {
  override readonly name = 'ConcurrencyError';
  readonly stream: string;
  readonly actual: Expected;
  constructor(stream: string, actual: Expected, options?: ErrorOptions) {
    super(`Stream ${stream} is at ${String(actual)}`, options);
    this.stream = stream;
    this.actual = actual;
  }
}
/** An operator tombstoned the stream: it can neither be read nor written again. */
export class StreamDeletedError extends Error {
  override readonly name = 'StreamDeletedError';
}
/** More than one append can carry (900 kB), or values that no log can store. Nothing was sent. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}
/** JSON cannot carry the value, or the stream name is reserved. Nothing was sent. */
export class NotStorableError extends Error {
  override readonly name = 'NotStorableError';
}
/** See `Closure`. Nothing was stored, and nothing will be until an operator acts. */
export class LogSealedError extends Error {
  override readonly name = 'LogSealedError';
}
/** Nothing was stored; the same call may be made again. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError';
}
/** More waits to be stored than the log takes. Nothing was stored; asking again at once makes it worse. */
export class LogBusyError extends RetryableError {
  override readonly name = 'LogBusyError';
}
/** May have been stored. The answer is always the same bytes, ids and expected revision again. */
export class AmbiguousError extends Error {
  override readonly name = 'AmbiguousError';
}

/** The event log. Adapters store exactly what they are handed and know neither keys nor schemas. */
export abstract class EventStore {
  /**
   * All or nothing, of at most 900 kB: an EventStoreDB server takes 1 MiB (`maximum-append-size-exceeded` beyond, by its default
   * setting). The same ids at the same expected revision again: same answer, nothing stored.
   * @throws ConcurrencyError, StreamDeletedError, TooLargeError, NotStorableError, LogSealedError, RetryableError, AmbiguousError
   */
  abstract append(
    stream: string,
    events: readonly NewEvent[],
    o: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended>;
  /** A missing stream reads as empty. `from` is inclusive; backwards starts at the end when `from` is absent. */
  abstract readStream(
    stream: string,
    o?: { from?: bigint; direction?: 'forwards' | 'backwards'; max?: number },
  ): AsyncIterable<StoredEvent>;
  /** Oldest first, up to the newest there is now. `after` is exclusive. Server-internal events never appear. */
  abstract readAll(o: { after?: Position | undefined; max?: number }): AsyncIterable<StoredEvent>;
  /** For readers that want few of the events. A log that cannot choose is read whole, and most of it thrown away. */
  async readPage({ after, max, categories, types }: PageRequest): Promise<LogPage> {
    const events: StoredEvent[] = [];
    let to: Position | null = null;
    for await (const event of this.readAll({ after: after ?? undefined, max })) {
      to = event.position;
      const isAskedFor = types === null || types.includes(event.type);
      if (isAskedFor && categories.includes(categoryOf(event.stream))) events.push(event);
    }
    return { events, to };
  }
  /** Catches up, calls onCaughtUp, stays live until the signal aborts; survives a lost connection. */
  abstract subscribeAll(o: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent>;
  /** Position of the newest event, null while the log is empty. */
  abstract head(): Promise<Position | null>;
  abstract describe(): Promise<{
    kind: 'postgres' | 'eventstoredb' | 'memory';
    logId: string;
    address: string;
    /** 1, and one more after each restore that an operator went on with. */
    epoch: number;
  }>;
  /** After a restore. An epoch that has begun already, or a later one, stays. */
  abstract beginEpoch(epoch: number): Promise<void>;
  /**
   * Notes in the log that the database of this installation makes read models from it, unless that of another one does: then,
   * or when another one takes it over later, the log is `taken over`.
   * @param o.takeOver also when another one does
   */
  abstract claim(installation: string, o?: { takeOver?: boolean }): Promise<void>;
  /** Null while the log takes events. */
  abstract closure(): Promise<Closure | null>;
  abstract close(): Promise<void>;
}
