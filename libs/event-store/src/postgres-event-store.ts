import { setTimeout as pause } from 'node:timers/promises';
import { batched } from '@posthorn/batching';
import {
  Client,
  type ClientConfig,
  type Pool,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import {
  EventStore,
  RetryableError,
  type Appended,
  type Closure,
  type EventMeta,
  type Expected,
  type JsonObject,
  type NewEvent,
  type LogPage,
  type PageRequest,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { appendBytes, checkInput } from './check-input.ts';
import { PostgresAppendQueue } from './postgres-append-queue.ts';
import { isConnectionLoss } from './postgres-failure.ts';
import {
  BorrowedListener,
  PostgresListener,
  type Announcements,
  type Listener,
} from './postgres-listener.ts';
import { fromPosition, toPosition } from './postgres-position.ts';
import { APPEND_LOCK, CHANNEL } from './postgres-schema.ts';
import { expectedRevision } from './expected-revision.ts';
import { WakeUp } from './wake-up.ts';

const PAGE = 1000;
/**
 * Events in the first page of a stream. Most streams are shorter. The first pages of several callers share one query. Only one such
 * query runs at a time: while the server does not respond, the next queries wait.
 */
const FIRST_PAGE = 100;
/** How often a subscriber polls, in milliseconds: while it gets notifications, of which one may be lost, and while it gets none. */
const POLL_MS = { listening: 1_000, disconnected: 250 };
/** The first event after a pause is read and announced immediately. Events that follow quickly are collected for this many milliseconds. */
const GATHER_MS = 10;
/** Time-out of a connection, in milliseconds. A host that drops packets must not block an append for minutes. */
const CONNECT_MS = 5000;
const RETRY_MS = { first: 100, most: 2000 };

type Row = {
  position: string;
  stream: string;
  revision: string;
  event_id: string;
  type: string;
  data: JsonObject;
  meta: EventMeta;
};
const COLUMNS = 'position, stream, revision, event_id, type, data, meta';

/** One page of a stream. Without `from`, the page begins at the beginning of the stream, or at its end when it is read backwards. */
type StreamPage = Readonly<{ stream: string; from: bigint | undefined; backwards: boolean; limit: number }>;

/**
 * Each branch runs only for the pages of its direction. Lists are in subqueries, so that the plan does not depend on their length.
 * Otherwise PostgreSQL makes a new plan each time.
 */
const STREAM_PAGES = `
  select p.o::int as page, e.*
  from unnest((select $1::text[]), (select $2::bigint[]), (select $3::boolean[]), (select $4::int[]))
    with ordinality p(stream, first, backwards, most, o)
  cross join lateral (
    (select ${COLUMNS} from es.events
      where not p.backwards and stream = p.stream and revision >= coalesce(p.first, 0)
      order by revision limit p.most)
    union all
    (select ${COLUMNS} from es.events
      where p.backwards and stream = p.stream and revision <= coalesce(p.first, 9223372036854775807)
      order by revision desc limit p.most)
  ) e
  order by p.o, case when p.backwards then -e.revision else e.revision end`;

/**
 * The log in schema `es` of a Postgres database, which may also contain the read models. Reads use the pool. Appends and notifications each
 * have a dedicated connection.
 */
export class PostgresEventStore extends EventStore {
  readonly #pool: Pool;
  readonly #config: ClientConfig;
  readonly #newEvents = new WakeUp();
  readonly #queue: PostgresAppendQueue;
  readonly #listener: Listener;
  readonly #closed = new AbortController();
  readonly #firstPage = batched((pages: readonly StreamPage[]) => this.#pagesOf(pages));
  #announcing: Promise<void> | undefined;
  #announceAgain = false;

  /** @param announcements an existing connection for notifications; by default the store opens its own */
  constructor(pool: Pool, announcements?: Announcements) {
    super();
    this.#pool = pool;
    this.#config = connectionOf(pool);
    this.#queue = new PostgresAppendQueue(this.#config, () => {
      this.#newEvents.ring();
      this.#announce();
    });
    this.#listener = announcements
      ? new BorrowedListener(announcements, this.#newEvents)
      : new PostgresListener(this.#config, this.#newEvents);
  }

  // Async, so that refused input rejects instead of throwing.
  override async append(
    stream: string,
    events: readonly NewEvent[],
    { expected, signal }: { expected: Expected; signal?: AbortSignal },
  ): Promise<Appended> {
    const encoded = checkInput(stream, events, signal);
    return this.#queue.push(stream, expectedRevision(expected), encoded, appendBytes(encoded), signal);
  }

  override async *readStream(
    stream: string,
    o: { from?: bigint; direction?: 'forwards' | 'backwards'; max?: number } = {},
  ): AsyncIterable<StoredEvent> {
    const backwards = o.direction === 'backwards';
    let from = o.from;
    let left = o.max ?? Infinity;
    for (let page = FIRST_PAGE; left > 0; page = PAGE) {
      const limit = Math.min(page, left);
      const request = { stream, from, backwards, limit };
      const rows =
        page === FIRST_PAGE ? await this.#firstPage(request) : ((await this.#pagesOf([request]))[0] ?? []);
      for (const row of rows) yield toStored(row);
      const last = rows.at(-1);
      if (!last || rows.length < limit) return;
      left -= rows.length;
      from = BigInt(last.revision) + (backwards ? -1n : 1n);
    }
  }

  override async *readAll(o: { after?: Position | undefined; max?: number }): AsyncIterable<StoredEvent> {
    let { after } = o;
    let left = o.max ?? Infinity;
    while (left > 0) {
      const limit = Math.min(PAGE, left);
      const events = await this.#page(after, limit);
      yield* events;
      if (events.length < limit) return;
      left -= events.length;
      after = events.at(-1)?.position;
    }
  }

  override async readPage({ after, max, categories, types }: PageRequest): Promise<LogPage> {
    const from = fromPosition(after ?? undefined);
    // The end is read first: no later append can be before it in the log, see `APPEND_LOCK`.
    const { rows: ends } = await this.#query<{ end: string | null }>({
      text: `select max(position) as end from (
         select position from es.events where position > $1 order by position limit $2) page`,
      values: [from, max],
    });
    const end = ends[0]?.end;
    if (!end) return { events: [], to: null };
    const { rows } = await this.#query<Row>({
      text: `select ${COLUMNS} from es.events where position > $1 and position <= $2
         and split_part(stream, '-', 1) = any($3) and ($4::text[] is null or type = any($4))
       order by position`,
      values: [from, end, categories, types],
    });
    return { events: rows.map(toStored), to: toPosition(end) };
  }

  override async *subscribeAll(o: {
    after?: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent> {
    const ended = AbortSignal.any([o.signal, this.#closed.signal]);
    const open = () => !ended.aborted;
    let { after } = o;
    let caughtUp = false;
    let retry: number = RETRY_MS.first;
    this.#listener.join();
    try {
      while (open()) {
        const seenSignals = this.#newEvents.heard;
        const startedAt = performance.now();
        let events: StoredEvent[];
        try {
          events = await this.#page(after, PAGE);
          retry = RETRY_MS.first;
        } catch (error) {
          if (open() && !(error instanceof RetryableError)) throw error;
          await this.#newEvents.sleep(this.#newEvents.heard, ended, retry);
          retry = Math.min(2 * retry, RETRY_MS.most);
          continue;
        }
        for (const event of events) {
          if (!open()) return;
          after = event.position;
          yield event;
        }
        if (events.length === PAGE) continue;
        if (!caughtUp && open()) {
          caughtUp = true;
          o.onCaughtUp?.();
        }
        await this.#newEvents.sleep(
          seenSignals,
          ended,
          POLL_MS[this.#listener.isListening ? 'listening' : 'disconnected'],
        );
        await gatheringPause(startedAt, ended);
      }
    } finally {
      this.#listener.leave();
    }
  }

  override async head(): Promise<Position | null> {
    const { rows } = await this.#query<{ head: string | null }>(
      'select max(position) as head from es.events',
    );
    const head = rows[0]?.head;
    return head ? toPosition(head) : null;
  }

  override async describe(): Promise<{
    kind: 'postgres';
    logId: string;
    address: string;
    epoch: number;
  }> {
    // Old logs lack the column `epoch` until a new version opens them. Their epoch is the first one.
    const { rows } = await this.#query<{ id: string; database: string; epoch: number }>(
      `select id, current_database() as database, coalesce((to_jsonb(log) ->> 'epoch')::int, 1) as epoch from es.log`,
    );
    const [log] = rows;
    if (!log) throw new Error('The event log has lost its identity: es.log is empty');
    const { host, port } = new Client(this.#config);
    return {
      kind: 'postgres',
      logId: log.id,
      address: `${host}:${String(port)}/${log.database}`,
      epoch: log.epoch,
    };
  }

  override async beginEpoch(epoch: number): Promise<void> {
    await this.#query({ text: 'update es.log set epoch = $1 where epoch < $1', values: [epoch] });
  }

  /** The log is in the database that reads it, so no other installation can claim it. */
  override claim(): Promise<void> {
    return Promise.resolve();
  }

  override async closure(): Promise<Closure | null> {
    return (await this.isSealed()) ? 'sealed' : null;
  }

  /** Seals the log. After this returns, no append of any process succeeds. Reading still works. */
  seal(): Promise<void> {
    return this.#setSealed('now()');
  }

  unseal(): Promise<void> {
    return this.#setSealed('null');
  }

  async isSealed(): Promise<boolean> {
    const { rows } = await this.#query('select from es.log where sealed_at is not null');
    return rows.length > 0;
  }

  override async close(): Promise<void> {
    this.#closed.abort();
    await this.#queue.close();
    await this.#announcing;
  }

  async #setSealed(at: 'now()' | 'null'): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query(
        `begin; select pg_advisory_xact_lock(${String(APPEND_LOCK)}); update es.log set sealed_at = ${at}; commit`,
      );
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #page(after: Position | undefined, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.#query<Row>({
      name: 'es-page',
      text: `select ${COLUMNS} from es.events where position > $1 order by position limit $2`,
      values: [fromPosition(after), limit],
    });
    return rows.map(toStored);
  }

  async #pagesOf(pages: readonly StreamPage[]): Promise<Row[][]> {
    const { rows } = await this.#query<Row & { page: number }>({
      name: 'es-stream-pages',
      text: STREAM_PAGES,
      values: [
        pages.map(({ stream }) => stream),
        pages.map(({ from }) => from?.toString() ?? null),
        pages.map(({ backwards }) => backwards),
        pages.map(({ limit }) => limit),
      ],
    });
    const read = pages.map((): Row[] => []);
    for (const row of rows) read[row.page - 1]?.push(row);
    return read;
  }

  async #query<R extends QueryResultRow>(query: string | QueryConfig): Promise<QueryResult<R>> {
    try {
      return await this.#pool.query<R>(query);
    } catch (error) {
      if (!isConnectionLoss(error) || this.#pool.ended) throw error;
      throw new RetryableError('The database cannot be reached', { cause: error });
    }
  }

  // Notifies after the commit, in a separate statement: NOTIFY in the same transaction would serialize all commits of the server. A failed
  // notification is sent again. Until then, subscribers of other processes learn of the append only when they poll, once a second.
  #announce(): void {
    if (this.#announcing) {
      this.#announceAgain = true;
      return;
    }
    this.#announceAgain = false;
    const startedAt = performance.now();
    this.#announcing = this.#pool
      .query(`notify ${CHANNEL}`)
      .then(
        () => gatheringPause(startedAt, this.#closed.signal),
        () => {
          this.#announceAgain = !this.#pool.ended;
          return abortablePause(RETRY_MS.first, this.#closed.signal);
        },
      )
      .finally(() => {
        this.#announcing = undefined;
        if (this.#announceAgain && !this.#closed.signal.aborted) this.#announce();
      });
  }
}

/** Resolves `GATHER_MS` after `startedAt`, or when `ended` aborts. */
const gatheringPause = (startedAt: number, ended: AbortSignal): Promise<void> =>
  abortablePause(startedAt + GATHER_MS - performance.now(), ended);

/** Resolves after this many milliseconds, or when `ended` aborts. */
const abortablePause = (milliseconds: number, ended: AbortSignal): Promise<void> =>
  milliseconds <= 0 || ended.aborted
    ? Promise.resolve()
    : pause(milliseconds, undefined, { signal: ended }).catch(() => undefined);

const toStored = (row: Row): StoredEvent => ({
  id: row.event_id,
  type: row.type,
  data: row.data,
  meta: row.meta,
  stream: row.stream,
  revision: BigInt(row.revision),
  position: toPosition(row.position),
});

// The pool hides the password and the TLS keys from `{...options}`, so the code copies them by name.
function connectionOf({ options }: Pool): ClientConfig {
  const { password, ssl, connectionTimeoutMillis = CONNECT_MS } = options;
  return {
    ...options,
    connectionTimeoutMillis,
    ...(password === undefined ? {} : { password }),
    ...(ssl === undefined ? {} : { ssl }),
  };
}
