import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  type AllStreamResolvedEvent,
  type Credentials,
  type EventStoreDBClient,
  type JSONType,
  type ReadPosition,
  type ReadRevision,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import {
  AmbiguousError,
  EventStore,
  RetryableError,
  type Appended,
  type Closure,
  type Expected,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { AppendFence } from './append-fence.ts';
import { checkInput, IDENTITY_STREAM } from './check-input.ts';
import { fromPositionText, isOurs, toStored, toText, type Recorded } from './event-store-db-events.ts';
import { EventStoreDbClients } from './event-store-db-clients.ts';
import { appendFailure, readFailure, typeOf } from './event-store-db-failure.ts';
import { readAllFiltered } from './event-store-db-filtered-read.ts';
import { EventStoreDbHead, type AllRead } from './event-store-db-head.ts';
import { LogIdentity } from './event-store-db-identity.ts';
import { parseEventStoreDbUrl, type EventStoreDbUrl } from './event-store-db-url.ts';
import { expectedRevision } from './expected-revision.ts';
import { GrowingDeadline } from './growing-deadline.ts';
import { allWithin, withIdleTimeout } from './with-idle-timeout.ts';
import { ambiguousAfter } from './ambiguous-after.ts';
import { WakeUp } from './wake-up.ts';

/**
 * The deadline of a call in milliseconds. A server itself ends an append after two seconds. When the leader changes, a call that still
 * waits for the old leader loses this time.
 */
const DEADLINE_MS = 2500;
const BACKOFF_MS = { first: 50, most: 2000 };
/** The longest wait of a filtered read, in milliseconds. A server sends nothing while it searches millions of its own events. */
const SEARCH_MS = 30_000;
/**
 * Events of a stream in one read. The client consumes all of them, even when it needs fewer: a server treats a client that cancels many
 * calls as an attacker.
 */
const PAGE = 500;

/**
 * EventStoreDB and KurrentDB through `@eventstore/db-client` 6.2.1. The code works around each known defect of this client. No
 * other client library of the server may be loaded in the same process.
 */
export class EventStoreDbStore extends EventStore {
  readonly #clients: EventStoreDbClients;
  readonly #server: EventStoreDbUrl;
  readonly #credentials: Credentials;
  readonly #deadline: number;
  /** Reads may wait longer than appends, because the server itself ends a slow append. */
  readonly #readDeadline: GrowingDeadline;
  readonly #closed = new AbortController();
  readonly #head = new EventStoreDbHead(({ from, ...o }) =>
    this.#all(from === END ? END : fromPositionText(from), o),
  );
  readonly #identity: LogIdentity;
  readonly #fence: AppendFence;
  readonly #whileSealed: boolean;

  /**
   * @param o.whileSealed for a copy: its appends are accepted although the log is sealed
   * @throws Error when the URL is invalid
   */
  constructor(url: string, { deadlineMs = DEADLINE_MS, whileSealed = false } = {}) {
    super();
    this.#server = parseEventStoreDbUrl(url);
    const { username, password } = this.#server;
    this.#credentials = { username, password };
    this.#deadline = deadlineMs;
    this.#readDeadline = new GrowingDeadline(deadlineMs);
    this.#clients = new EventStoreDbClients(this.#server);
    this.#identity = new LogIdentity({
      read: () => this.readStream(IDENTITY_STREAM),
      store: (events, expected) => this.#store(IDENTITY_STREAM, events, expected),
    });
    this.#fence = new AppendFence(() => this.closure(), 2 * this.#deadline);
    this.#whileSealed = whileSealed;
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    { expected, signal }: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended> {
    const encoded = checkInput(stream, events, signal);
    const revision = expectedRevision(expected);
    const proposed = encoded.map(({ data, meta, ...event }) => ({
      ...event,
      data: parsed(data),
      metadata: parsed(meta),
    }));
    const store = () => this.#store(stream, proposed, revision, signal);
    return this.#whileSealed ? store() : this.#fence.runUnlessSealed(store);
  }

  override async *readStream(
    stream: string,
    o: { from?: bigint; direction?: 'forwards' | 'backwards'; max?: number } = {},
  ): AsyncIterable<StoredEvent> {
    const direction = o.direction === 'backwards' ? BACKWARDS : FORWARDS;
    let left = o.max ?? Infinity;
    let from: ReadRevision = o.from ?? (direction === BACKWARDS ? END : START);
    try {
      while (left > 0) {
        const count = Math.min(left, PAGE);
        const page = await this.#streamPage(stream, { from, direction, count });
        for (const { event } of page) if (event) yield toStored(event);
        left -= count;
        const last = page.at(-1)?.event?.revision;
        if (page.length < count || last === undefined) return;
        if (direction === BACKWARDS && last === 0n) return;
        from = direction === BACKWARDS ? last - 1n : last + 1n;
      }
    } catch (error) {
      if (typeOf(error) !== 'stream-not-found') throw readFailure(error);
    }
  }

  override async *readAll({
    after,
    max = Infinity,
  }: {
    after?: Position | undefined;
    max?: number;
  }): AsyncIterable<StoredEvent> {
    let [left, last] = [max, after];
    let from: ReadPosition = after === undefined ? START : fromPositionText(after);
    try {
      while (left > 0) {
        // The server includes the start position; the port excludes it.
        const count = last === undefined ? left : left + 1;
        let sent = 0;
        for await (const event of this.#all(from, { direction: FORWARDS, filtered: true, max: count })) {
          sent += 1;
          const stored = toStored(event);
          if (stored.position === last) continue;
          last = stored.position;
          if (!isOurs(event)) continue;
          yield stored;
          left -= 1;
        }
        // The page contained events about the log itself, so it may lack requested events: read the next page.
        if (sent < count || last === undefined) return;
        from = fromPositionText(last);
      }
    } catch (error) {
      throw readFailure(error);
    }
  }

  override async *subscribeAll(o: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent> {
    const ended = AbortSignal.any([o.signal, this.#closed.signal]);
    const open = () => !ended.aborted;
    const pauses = new WakeUp();
    let { after, onCaughtUp } = o;
    let pause: number = BACKOFF_MS.first;
    // The subscription has caught up when it delivers the event that was the newest at the start. The server’s own message arrives earlier,
    // while events are still on the way to the consumer. Older servers do not send this message.
    let goal: Position | null | undefined;
    const caughtUp = () => {
      if (goal === undefined || (goal !== null && (after === undefined || after < goal))) return;
      onCaughtUp?.();
      onCaughtUp = undefined;
    };
    while (open()) {
      try {
        goal ??= await this.head();
        caughtUp();
        for await (const event of this.#live(after, ended)) {
          pause = BACKOFF_MS.first;
          yield event;
          after = event.position;
          caughtUp();
        }
      } catch (error) {
        // The subscription continues after the last delivered event, whatever the failure was.
        if (open() && isBug(error)) throw error;
      }
      await pauses.sleep(pauses.heard, ended, pause);
      pause = Math.min(2 * pause, BACKOFF_MS.most);
    }
  }

  override async head(): Promise<Position | null> {
    try {
      return await this.#head.ask();
    } catch (error) {
      throw readFailure(error);
    }
  }

  override async describe(): Promise<{
    kind: 'eventstoredb';
    logId: string;
    address: string;
    epoch: number;
  }> {
    const { logId, epoch } = await this.#identity.state();
    if (logId === null) throw new Error('The event log has no identity yet');
    return { kind: 'eventstoredb', logId, address: this.#server.address, epoch };
  }

  override beginEpoch(epoch: number): Promise<void> {
    return this.#identity.beginEpoch(epoch);
  }

  override claim(installation: string, { takeOver = false } = {}): Promise<void> {
    return this.#identity.claim(installation, takeOver);
  }

  override closure(): Promise<Closure | null> {
    return this.#identity.closure();
  }

  /** Seals the log. After this returns, no process confirms an append. Reading still works. */
  async seal(): Promise<void> {
    await this.#identity.setSealed(true);
    // Waits even if the log was already sealed: the process that sealed it may have been killed before its wait ended.
    await pause(this.#fence.settleMs);
  }

  async unseal(): Promise<void> {
    await this.#identity.setSealed(false);
  }

  async isSealed(): Promise<boolean> {
    return (await this.#identity.state()).sealed;
  }

  /** The id of the log; null: it has none. */
  async identity(): Promise<string | null> {
    return (await this.#identity.state()).logId;
  }

  /** Whether an installation builds its read models from this log. */
  async isClaimed(): Promise<boolean> {
    return (await this.#identity.state()).installation !== null;
  }

  /**
   * Gives the log an id, unless it has one. When two calls race, one wins and both return the same id.
   * @param o.sealed a log with a new id is sealed from its beginning
   */
  identify(logId?: string, o?: { sealed?: boolean }): Promise<string> {
    return this.#identity.identify(logId, o);
  }

  /** Settles within two seconds. */
  override async close(): Promise<void> {
    this.#closed.abort();
    await this.#clients.close();
  }

  async #store(
    stream: string,
    events: readonly Readonly<{ id: string; type: string; data: JSONType; metadata: JSONType }>[],
    expected: bigint,
    signal?: AbortSignal,
  ): Promise<Appended> {
    // The client gets its channel, and uses it some microtasks later. A failing call can close the channel in between, and the resulting
    // exception cannot be caught. A separate turn of the event loop prevents this.
    await nextTurn();
    const { client } = this.#clients.current;
    const sent = client.appendToStream(stream, events.map(toJsonEvent), {
      expectedRevision: expected < 0n ? NO_STREAM : expected,
      // Credentials select the unary call. The batch call shares one map among all clients and may never settle.
      credentials: this.#credentials,
      deadline: this.#deadline,
      requiresLeader: true,
    });
    try {
      const { nextExpectedRevision: revision, position } = await ambiguousAfter(
        sent,
        2 * this.#deadline,
        signal,
      );
      return { revision, position: position ? toText(position) : await this.#positionOf(stream, revision) };
    } catch (error) {
      if (signal?.aborted !== true && isTimeOut(error)) this.#clients.giveUp(client);
      if (typeOf(error) === 'not-leader') this.#clients.reopen(client);
      throw error instanceof AmbiguousError ? error : appendFailure(stream, error);
    }
  }

  // Servers may omit the position in their response to a repeated append.
  async #positionOf(stream: string, revision: bigint): Promise<Position> {
    for await (const event of this.readStream(stream, { from: revision, max: 1 })) return event.position;
    throw new AmbiguousError(`The event ${String(revision)} of ${stream} cannot be found`);
  }

  async *#live(after: Position | undefined, ended: AbortSignal): AsyncGenerator<StoredEvent> {
    const current = this.#clients.current;
    const subscription = current.client.subscribeToAll({
      fromPosition: after === undefined ? START : fromPositionText(after),
      filter: excludeSystemEvents(),
      credentials: this.#credentials,
    });
    // A late error of an abandoned stream would otherwise end the process.
    subscription.on('error', () => undefined);
    const stop = () => {
      subscription.destroy();
    };
    const stopped = AbortSignal.any([ended, current.ended]);
    stopped.addEventListener('abort', stop, { once: true });
    try {
      if (stopped.aborted) return;
      // An abort destroys the subscription, which ends this loop. The caller distinguishes this end from a lost connection.
      for await (const { event } of subscription) if (event && isOurs(event)) yield toStored(event);
    } finally {
      stopped.removeEventListener('abort', stop);
      subscription.destroy();
      // Leaving the loop does not end the call on the wire, so it must be unsubscribed. An abandoned client may never report this end.
      const unsubscribed = subscription.unsubscribe().catch(() => undefined);
      if (!current.ended.aborted) await unsubscribed;
    }
  }

  /** Starts to time one read. `limit`: its deadline in milliseconds. The caller then reports the result with `answered` or `wasLate`. */
  #beginRead(client: EventStoreDBClient) {
    const [limit, begun] = [this.#readDeadline.milliseconds, performance.now()];
    return {
      limit,
      answered: () => {
        this.#clients.noteResponse(client);
        this.#readDeadline.met(performance.now() - begun);
      },
      wasLate: () => {
        this.#readDeadline.missed(limit);
        this.#clients.giveUpSilent(client, begun);
      },
    };
  }

  /** Reads one page of a stream: forwards from the event at that revision, or backwards from it. */
  async #streamPage(
    stream: string,
    o: Readonly<{ from: ReadRevision; direction: typeof BACKWARDS | typeof FORWARDS; count: number }>,
  ): Promise<readonly ResolvedEvent[]> {
    const { client, ended } = this.#clients.current;
    const read = client.readStream(stream, {
      fromRevision: o.from,
      direction: o.direction,
      maxCount: o.count,
      credentials: this.#credentials,
    });
    const call = this.#beginRead(client);
    try {
      const events = await allWithin<ResolvedEvent>(read, call.limit, ended);
      call.answered();
      return events;
    } catch (error) {
      if (error instanceof RetryableError && !ended.aborted) call.wasLate();
      if (typeOf(error) !== 'stream-not-found') void read.cancel().catch(() => undefined);
      throw error;
    }
  }

  // Reads the whole log: forwards from the event at that position, or backwards from the event before it.
  async *#all(
    fromPosition: ReadPosition,
    { direction, max, filtered }: Omit<AllRead, 'from'>,
  ): AsyncGenerator<Recorded> {
    const options = {
      fromPosition,
      direction,
      ...(max === Infinity ? {} : { maxCount: max }),
      credentials: this.#credentials,
    };
    const read = (client: EventStoreDBClient) =>
      filtered ? readAllFiltered(client, options) : client.readAll(options);
    const limit = filtered ? SEARCH_MS : 0;
    for await (const { event } of this.#items<AllStreamResolvedEvent>(read, limit)) if (event) yield event;
  }

  // Reads the items with a limit on the wait for each, because the client gives a read no deadline. Gives up a client that does not
  // respond.
  async *#items<T>(open: (client: EventStoreDBClient) => StreamingRead<T>, atLeast = 0): AsyncGenerator<T> {
    const { client, ended } = this.#clients.current;
    const read = open(client);
    const call = this.#beginRead(client);
    let hasEnded = false;
    try {
      yield* withIdleTimeout<T>(read, Math.max(atLeast, call.limit), ended, call.answered);
      hasEnded = true;
    } catch (error) {
      if (error instanceof RetryableError && !ended.aborted) call.wasLate();
      hasEnded = typeOf(error) === 'stream-not-found';
      throw error;
    } finally {
      // Not awaited: `cancel` settles only when the client has found a node.
      if (!hasEnded) void read.cancel().catch(() => undefined);
    }
  }
}

/** Whether our own time-out, or the deadline of the client, ended the call. */
const isTimeOut = (error: unknown): boolean =>
  error instanceof AmbiguousError || typeOf(error) === 'deadline-exceeded';

const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

const parsed = (json: string): JSONType => JSON.parse(json) as JSONType;

const toJsonEvent = (event: Readonly<{ id: string; type: string; data: JSONType; metadata: JSONType }>) =>
  jsonEvent({ ...event });
