import {
  AmbiguousError,
  EventStore,
  LogSealedError,
  RetryableError,
  type Appended,
  type Closure,
  type Expected,
  type NewEvent,
  type LogPage,
  type PageRequest,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { LogWatch } from './log-watch.ts';

const STORE_EVERY_MILLISECONDS = 1_000;
/** After this many seconds without a new position, the row is written nevertheless; `TOLERANCE_MILLISECONDS` is many times longer. */
const UNCHANGED_SECONDS = 30;

// Positions of one log have the same length. A stored position of another length means that the log was copied to another one while the
// product ran.
const UPDATE_LOG_SEEN = `update runner.log_seen
  set position = case when length(position) <> length($1) then position else greatest(position, $1 collate "C") end,
    seen_at = greatest(seen_at, $2)`;

/**
 * The event log, with its last written position stored in the database. The position follows within a second, so that the next start
 * detects a restored log or database. If an older log is restored while the process runs, this store appends nothing more. Readers would not
 * read such events, and the next start could not see that the log is older.
 */
export class PositionTrackingEventStore extends EventStore {
  #latest: Position | null = null;
  #stored: Position | null = null;
  #unchangedSeconds = 0;
  #storing: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #watch: LogWatch;

  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {
    super();
    this.#watch = new LogWatch(store, pool);
    this.#timer = setInterval(() => {
      this.#storing ??= this.#storeLatest().finally(() => (this.#storing = undefined));
    }, STORE_EVERY_MILLISECONDS);
    this.#timer.unref();
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    o: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended> {
    if (this.#watch.isOlder) throw new LogSealedError('The log is older than what was read from it');
    if (this.#watch.lacks) throw new RetryableError('The log lacks what was read from it');
    const before = this.#latest;
    const appended = await this.store.append(stream, events, o);
    // Either a repeat of an earlier append, or a log that has lost earlier events.
    if (before !== null && appended.position <= before) await this.#checkForLostEvents();
    if (this.#latest === null || appended.position > this.#latest) this.#latest = appended.position;
    return appended;
  }

  override readStream(
    stream: string,
    o?: { from?: bigint; direction?: 'forwards' | 'backwards'; max?: number },
  ): AsyncIterable<StoredEvent> {
    return this.store.readStream(stream, o);
  }

  override readAll(o: { after?: Position | undefined; max?: number }): AsyncIterable<StoredEvent> {
    return this.store.readAll(o);
  }

  override readPage(request: PageRequest): Promise<LogPage> {
    return this.store.readPage(request);
  }

  override subscribeAll(o: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent> {
    return this.store.subscribeAll(o);
  }

  override head(): Promise<Position | null> {
    return this.store.head();
  }

  override describe(): ReturnType<EventStore['describe']> {
    return this.store.describe();
  }

  override beginEpoch(epoch: number): Promise<void> {
    return this.store.beginEpoch(epoch);
  }

  override claim(installation: string, o?: { takeOver?: boolean }): Promise<void> {
    return this.store.claim(installation, o);
  }

  override async closure(): Promise<Closure | null> {
    return (await this.store.closure()) ?? (this.#watch.isOlder ? 'older' : null);
  }

  override async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#watch.stop();
    await this.#storing;
    await this.#storeLatest();
    await this.store.close();
  }

  async #checkForLostEvents(): Promise<void> {
    await this.#watch.check();
    if (this.#watch.lacks) throw new AmbiguousError('Stored in a log that lacks what was read from it');
  }

  async #storeLatest(): Promise<void> {
    const latest = this.#latest;
    this.#unchangedSeconds += 1;
    if (latest === this.#stored && this.#unchangedSeconds < UNCHANGED_SECONDS) return;
    try {
      await this.pool.query(UPDATE_LOG_SEEN, [latest, new Date()]);
      this.#stored = latest;
      this.#unchangedSeconds = 0;
    } catch {
      // The database is unavailable; the next second tries again.
    }
  }
}
