import { categoryOf } from './stream-name.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** What caused an event: the actor, the request or tick, and the message that directly led to it. */
export type Cause = Readonly<{
  actor: Readonly<{ kind: 'user' | 'apiToken' | 'rule' | 'system'; id: string }>;
  correlationId: string;
  causationId: string;
}>;

export type EventMeta = Cause &
  Readonly<{
    /** Version of this type’s schema. */
    schema: number;
    /** Business time, UTC ISO, from the product’s clock, not the store’s. */
    at: string;
    /** Ids of the personal keys used in data, never a name. */
    subjects?: readonly string[];
    /** Hex SHA-256 that continues the chain of the stream, see `chain.ts` of the event store. */
    chain: string;
  }>;

/** Opaque. Comparing two positions of one log as strings gives log order. */
export type Position = string & { readonly __brand: 'Position' };
export type Expected = 'noStream' | bigint;
/** `id` is a UUID, unique in its stream. */
export type NewEvent = Readonly<{ id: string; type: string; data: JsonObject; meta: EventMeta }>;
export type StoredEvent = NewEvent & Readonly<{ stream: string; revision: bigint; position: Position }>;
/** A part of the log: of the `max` events after a position, those of these categories and types. */
export type PageRequest = Readonly<{
  after: Position | null;
  max: number;
  categories: readonly string[];
  /** Null: all types. */
  types: readonly string[] | null;
}>;
/** `to` is the end of the page, including events that were not requested; null: no events follow. */
export type LogPage = Readonly<{ events: readonly StoredEvent[]; to: Position | null }>;
/** Revision and position of the last event of the append. */
export type Appended = Readonly<{ revision: bigint; position: Position }>;

/**
 * Why a log accepts no events. `sealed`: it is moving to another store, or has moved back. `taken over`: another installation’s database
 * claims it. `older`: it is an older copy.
 */
export type Closure = 'sealed' | 'taken over' | 'older';

/** The stream is at another revision than the writer saw. `actual` is 'noStream' or the last revision. */
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
/** See `Closure`. Nothing was stored. An operator must act before the log takes events. */
export class LogSealedError extends Error {
  override readonly name = 'LogSealedError';
}
/** Nothing was stored; the caller may repeat the call. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError';
}
/** Too many appends wait. Nothing was stored. An immediate repeat would make it worse. */
export class LogBusyError extends RetryableError {
  override readonly name = 'LogBusyError';
}
/** May have been stored. Always repeat it with the same bytes, ids and expected revision. */
export class AmbiguousError extends Error {
  override readonly name = 'AmbiguousError';
}

/** The event log. Adapters store exactly what they receive and know neither keys nor schemas. */
export abstract class EventStore {
  /**
   * All or nothing, at most 900 kB: by default an EventStoreDB server takes 1 MiB, beyond it fails with `maximum-append-size-exceeded`.
   * Repeating the same ids at the same expected revision returns the same answer and stores nothing.
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
  /** Oldest first, up to the newest event of the moment. `after` is exclusive. Server-internal events never appear. */
  abstract readAll(o: { after?: Position | undefined; max?: number }): AsyncIterable<StoredEvent>;
  /** For readers that need few of the events. A log without filters is read completely, and most events are dropped. */
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
  /** Catches up, calls onCaughtUp, then streams live until the signal aborts. It survives a lost connection. */
  abstract subscribeAll(o: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent>;
  /** Position of the newest event; null: the log is empty. */
  abstract head(): Promise<Position | null>;
  abstract describe(): Promise<{
    kind: 'postgres' | 'eventstoredb' | 'memory';
    logId: string;
    address: string;
    /** Starts at 1; each completed restore adds one. */
    epoch: number;
  }>;
  /** Begins an epoch after a restore. Does nothing when this epoch, or a later one, has begun. */
  abstract beginEpoch(epoch: number): Promise<void>;
  /**
   * Records in the log that this installation’s database builds read models from it, unless another installation claims the log. In that
   * case, or when another one takes it over later, the log is `taken over`.
   * @param o.takeOver also when another one claims it
   */
  abstract claim(installation: string, o?: { takeOver?: boolean }): Promise<void>;
  /** Null while the log takes events. */
  abstract closure(): Promise<Closure | null>;
  abstract close(): Promise<void>;
}
