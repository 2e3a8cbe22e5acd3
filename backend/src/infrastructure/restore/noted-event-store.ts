import {
  EventStore,
  type Appended,
  type Closure,
  type Expected,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';

const NOTE_MILLISECONDS = 1_000;
/** The row says at least this often that it is kept; `TOLERANCE_MILLISECONDS` of `ages.ts` is many times longer. */
const SILENT_NOTES = 30;

// Positions of a log have one length. When the note is of another log, the product has been copied away from under us.
const NOTE = `update runner.log_seen
  set position = case when length(position) <> length($1) then position else greatest(position, $1 collate "C") end,
    seen_at = greatest(seen_at, $2)`;

/**
 * The event log, and in the database a note of how far this process has written it. The note follows within a second, so
 * that the start can tell when one of the two was put back from a backup.
 */
export class NotedEventStore extends EventStore {
  #latest: Position | null = null;
  #noted: Position | null = null;
  #silent = 0;
  #noting: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {
    super();
    this.#timer = setInterval(() => {
      this.#noting ??= this.#note().finally(() => (this.#noting = undefined));
    }, NOTE_MILLISECONDS);
    this.#timer.unref();
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    o: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended> {
    const appended = await this.store.append(stream, events, o);
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

  override closure(): Promise<Closure | null> {
    return this.store.closure();
  }

  override async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#noting;
    await this.#note();
    await this.store.close();
  }

  async #note(): Promise<void> {
    const latest = this.#latest;
    this.#silent += 1;
    if (latest === this.#noted && this.#silent < SILENT_NOTES) return;
    try {
      await this.pool.query(NOTE, [latest, new Date()]);
      this.#noted = latest;
      this.#silent = 0;
    } catch {
      // The database is away: the next second notes it.
    }
  }
}
