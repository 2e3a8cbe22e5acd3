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
/**
 * A request for one page of the log: the next `max` events after a position. The page contains only those with these categories and types.
 */
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
 * Why a log accepts no events. `sealed`: a copy to another store is running, or the product uses that other store. `taken over`: the
 * database of another installation claims the log. `older`: the log is an older copy.
 */
export type Closure = 'sealed' | 'taken over' | 'older';

/** The stream has a revision other than the writer expected. `actual` is 'noStream' or the last revision. */
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
/** The append is larger than 900 kB, or than the server allows. Nothing was stored. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}
/** The log cannot store a value, an id or a name. Nothing was stored. */
export class NotStorableError extends Error {
  override readonly name = 'NotStorableError';
}
/** The log is closed: see `Closure`. Nothing was stored. An operator must act before the log accepts events. */
export class LogSealedError extends Error {
  override readonly name = 'LogSealedError';
}
/** Nothing was stored; the caller may repeat the call. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError';
}
/** Too many appends wait. Nothing was stored. An immediate repeat would increase the load. */
export class LogBusyError extends RetryableError {
  override readonly name = 'LogBusyError';
}
/** The events may have been stored. Always repeat the append with the same bytes, ids and expected revision. */
export class AmbiguousError extends Error {
  override readonly name = 'AmbiguousError';
}

/** The event log. Adapters store exactly what they receive and know neither keys nor schemas. */
export abstract class EventStore {
  /**
   * Appends all events or none, at most 900 kB. By default, an EventStoreDB server accepts 1 MiB, and refuses more with
   * `maximum-append-size-exceeded`. Repeating the same ids at the same expected revision returns the same result and stores nothing.
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
  /** Returns all events, oldest first, up to the newest event now. `after` is exclusive. Events of the server itself never appear. */
  abstract readAll(o: { after?: Position | undefined; max?: number }): AsyncIterable<StoredEvent>;
  /**
   * Reads one page, for readers that need few of the events. Without a filter in the log, this reads every event of the page, and drops the
   * others.
   */
  async readPage({ after, max, categories, types }: PageRequest): Promise<LogPage> {
    const events: StoredEvent[] = [];
    let to: Position | null = null;
    for await (const event of this.readAll({ after: after ?? undefined, max })) {
      to = event.position;
      const isRequestedType = types === null || types.includes(event.type);
      if (isRequestedType && categories.includes(categoryOf(event.stream))) events.push(event);
    }
    return { events, to };
  }
  /** Catches up, calls `onCaughtUp`, then delivers new events until the signal aborts. The subscription survives a lost connection. */
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
   * @param o.takeOver claims the log even when another installation claims it
   */
  abstract claim(installation: string, o?: { takeOver?: boolean }): Promise<void>;
  /** Why the log accepts no events; null: it accepts them. */
  abstract closure(): Promise<Closure | null>;
  abstract close(): Promise<void>;
}
