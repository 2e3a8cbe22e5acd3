import { Client, type ClientConfig } from 'pg';
import {
  AmbiguousError,
  ConcurrencyError,
  LogBusyError,
  LogSealedError,
  RetryableError,
  type Appended,
} from '@posthorn/event-sourcing/event-store';
import type { EncodedEvent } from './check-input.ts';
import { appendFailure, isConnectionUseless } from './postgres-failure.ts';
import { toPosition } from './postgres-position.ts';

const BATCH_MAX = 64;
const BATCH_BYTES_MAX = 4_000_000;
/** Milliseconds after which the queue cuts the connection. The events may then have been stored. No healthy commit takes so long. */
const DEADLINE_MS = 10_000;

/** `appends`, `bytes`: the maximum that may wait. `milliseconds`: the longest that an append may wait to be sent. */
export type QueueLimits = Readonly<{ appends: number; bytes: number; milliseconds: number }>;
const LIMITS: QueueLimits = { appends: 20_000, bytes: 64_000_000, milliseconds: 30_000 };

type Item = Readonly<{
  stream: string;
  expected: bigint;
  events: readonly EncodedEvent[];
  bytes: number;
  /** When the append expires, in the time of `performance.now()`. */
  until: number;
  settle: (result: Appended | Error) => void;
}>;
type Row = { status: 'ok' | 'conflict' | 'sealed'; rev: string | null; pos: string | null };

// A batch is sent as flat arrays, which `first` and `last` divide: SQL has no arrays of arrays with different lengths. The arrays are in
// subqueries, so that the plan does not depend on their length. Otherwise PostgreSQL makes a new plan each time.
const APPEND = `
  select r.status, r.rev, r.pos
  from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[]), (select $4::int[]))
    with ordinality a(stream, expected, first, last, o)
  cross join lateral es.append(a.stream, a.expected, ($5::uuid[])[a.first:a.last], ($6::text[])[a.first:a.last],
    ($7::jsonb[])[a.first:a.last], ($8::jsonb[])[a.first:a.last]) r
  order by a.o`;

/**
 * Group commit: appends that arrive while a statement runs share the next statement, on a dedicated connection. Appends never join a
 * caller’s transaction, and one caller’s error never rejects the append of another.
 */
export class PostgresAppendQueue {
  readonly #config: ClientConfig;
  readonly #onStored: () => void;
  readonly #limits: QueueLimits;
  readonly #waiting: Item[] = [];
  #waitingBytes = 0;
  #expiry: NodeJS.Timeout | undefined;
  #client: Client | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(config: ClientConfig, onStored: () => void, limits = LIMITS) {
    this.#config = config;
    this.#onStored = onStored;
    this.#limits = limits;
  }

  /**
   * @throws LogBusyError when too many appends or bytes wait, or this append waited too long (nothing was sent), and the errors of
   * `EventStore.append`
   */
  push(
    stream: string,
    expected: bigint,
    events: readonly EncodedEvent[],
    bytes: number,
    signal?: AbortSignal,
  ): Promise<Appended> {
    if (this.#closed) return Promise.reject(new RetryableError('The event store is closed'));
    if (this.#isFull(bytes)) return Promise.reject(new LogBusyError('Too much waits to be stored'));
    return new Promise((resolve, reject) => {
      const settle = (result: Appended | Error) => {
        signal?.removeEventListener('abort', giveUp);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const until = performance.now() + this.#limits.milliseconds;
      const item: Item = { stream, expected, events, bytes, until, settle };
      const giveUp = () => {
        const index = this.#waiting.indexOf(item);
        if (index >= 0) this.#take(index, 1);
        const lost = index < 0 ? AmbiguousError : RetryableError;
        settle(new lost('The caller gave up', { cause: signal?.reason }));
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(item);
      this.#waitingBytes += bytes;
      this.#watchFirst();
      this.#running ??= this.#run();
    });
  }

  /** Finishes earlier appends, then releases the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#drop();
  }

  async #run(): Promise<void> {
    // Lets all callers of this turn join the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#send(this.#nextBatch());
    this.#running = undefined;
  }

  #nextBatch(): Item[] {
    let bytes = 0;
    const fits = this.#waiting.findIndex((item, index) => {
      bytes += item.bytes;
      return index > 0 && (index >= BATCH_MAX || bytes > BATCH_BYTES_MAX);
    });
    return this.#take(0, fits < 0 ? this.#waiting.length : fits);
  }

  #isFull(bytes: number): boolean {
    const { appends, bytes: most } = this.#limits;
    return this.#waiting.length >= appends || this.#waitingBytes + bytes > most;
  }

  #take(from: number, count: number): Item[] {
    const taken = this.#waiting.splice(from, count);
    for (const { bytes } of taken) this.#waitingBytes -= bytes;
    return taken;
  }

  /** All appends have the same limit, so the first in the queue expires first. */
  #watchFirst(): void {
    const [first] = this.#waiting;
    if (this.#expiry || !first) return;
    this.#expiry = setTimeout(
      () => {
        this.#expiry = undefined;
        const now = performance.now();
        const fresh = this.#waiting.findIndex(({ until }) => until > now);
        const late = this.#take(0, fresh < 0 ? this.#waiting.length : fresh);
        for (const { settle } of late) settle(new LogBusyError('It waited for too long to be stored'));
        this.#watchFirst();
      },
      Math.max(0, Math.ceil(first.until - performance.now())),
    ).unref();
  }

  async #send(batch: readonly Item[]): Promise<void> {
    let client: Client;
    try {
      client = await this.#connected();
    } catch (error) {
      const refused = new RetryableError('The database cannot be reached', { cause: error });
      for (const item of batch) item.settle(refused);
      return;
    }
    try {
      settleAll(batch, await query(client, batch));
      this.#onStored();
    } catch (error) {
      if (isConnectionUseless(error)) await this.#drop();
      // A refused statement stored nothing, so its items are sent again one by one.
      else if (batch.length > 1) {
        for (const item of batch) await this.#send([item]);
        return;
      }
      for (const item of batch) item.settle(asError(appendFailure(error)));
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = new Client({ ...this.#config, keepAlive: true, application_name: 'posthorn appends' });
    // The next append replaces a connection that dies while idle.
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      await client.connect();
      await client.query(
        'set synchronous_commit = on; set default_transaction_isolation = "read committed"; set default_transaction_read_only = off',
      );
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return (this.#client = client);
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}

async function query(client: Client, batch: readonly Item[]): Promise<Row[]> {
  const events = batch.flatMap((item) => item.events);
  let count = 0;
  const first = batch.map((item) => (count += item.events.length) - item.events.length + 1);
  const last = batch.map((item, index) => (first[index] ?? 0) + item.events.length - 1);
  // Ending a client with a query in flight cuts the socket, and the query rejects.
  const deadline = setTimeout(() => void client.end().catch(() => undefined), DEADLINE_MS);
  try {
    const { rows } = await client.query<Row>({
      name: 'es-append',
      text: APPEND,
      values: [
        batch.map(({ stream }) => stream),
        batch.map(({ expected }) => String(expected)),
        first,
        last,
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ data }) => data),
        events.map(({ meta }) => meta),
      ],
    });
    return rows;
  } finally {
    clearTimeout(deadline);
  }
}

function settleAll(batch: readonly Item[], rows: readonly Row[]): void {
  for (const [index, item] of batch.entries()) item.settle(resultOf(item, rows[index]));
}

function resultOf({ stream }: Item, row: Row | undefined): Appended | Error {
  if (row?.status === 'sealed')
    return new LogSealedError('The log is sealed while it moves to another store');
  if (row?.status === 'conflict') {
    return new ConcurrencyError(stream, row.rev === '-1' || row.rev === null ? 'noStream' : BigInt(row.rev));
  }
  if (!row?.rev || !row.pos) return new AmbiguousError('The database gave no answer to this append');
  return { revision: BigInt(row.rev), position: toPosition(row.pos) };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
