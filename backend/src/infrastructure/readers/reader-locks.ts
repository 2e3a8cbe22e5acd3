import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { WakeUp } from '@posthorn/event-store/wake-up';
import { Client, type ClientBase, type PoolClient } from 'pg';
import { session } from '#infrastructure/database/session.ts';
import type { Versioned } from './checkpoints.ts';

/** First half of the advisory lock of a reader; the second is the hash of its name: `lockOf`. */
const LOCK_SPACE = 8726;
/**
 * Milliseconds between two attempts to take locks that another process holds. After a process has ended, its readers pause for up to this
 * time.
 */
const ASK_MILLISECONDS = 1_000;
const RECONNECT_MILLISECONDS = 250;
/** Milliseconds. A reader that stops keeps its lock until it has ended, at most for this time: it may hang in a call. */
const END_MILLISECONDS = 5_000;

/** The process that runs the active build of this version holds this lock. */
export const lockOf = ({ name, version }: Versioned): string => `${name} v${String(version)}`;
/** The process that creates the next build of this version holds this lock. */
export const rebuildLockOf = (of: Versioned): string => `${lockOf(of)} rebuild`;

/** The lock is held until the session ends or the process releases it. Returns false when another process has it. */
export async function tryLock(client: PoolClient, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as got',
    [LOCK_SPACE, lock],
  );
  return rows[0]?.got === true;
}

export async function unlock(client: ClientBase, lock: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, lock]);
}

/**
 * Decides which readers this process may run: each reader runs in one process at a time. The locks belong to a separate connection and end with it, so
 * a killed process leaves none behind. The checkpoint is the real protection: a process can
 * move it only from the position that this process knows.
 */
export class ReaderLocks {
  readonly #logger = new Logger('readers');
  readonly #requested = new Set<string>();
  readonly #requestChanged = new WakeUp();

  constructor(private readonly url: string) {}

  /** From now on, tries to take these locks too. */
  request(locks: readonly string[]): void {
    for (const lock of locks) this.#requested.add(lock);
    this.#requestChanged.ring();
  }

  /**
   * Calls `won` for each lock that it takes, and aborts `lost` when the connection ends. Runs until the signal aborts. After that, it releases each
   * lock as soon as the promise from `won` has settled. So the next process begins where this one has ended.
   */
  async hold(signal: AbortSignal, won: (lock: string, lost: AbortSignal) => Promise<unknown>): Promise<void> {
    const isRunning = () => !signal.aborted;
    while (isRunning()) {
      const lost = new AbortController();
      const client = new Client(session(this.url, 'readers'));
      client.on('error', () => {
        lost.abort();
      });
      client.on('end', () => {
        lost.abort();
      });
      try {
        await client.connect();
        await assertTakesWrites(client);
        const running = new Map<string, Promise<unknown>>();
        await this.#takeAll(client, AbortSignal.any([signal, lost.signal]), (lock) => {
          running.set(lock, won(lock, lost.signal));
        });
        if (!lost.signal.aborted) await releaseAll(client, running);
      } catch (error) {
        if (isRunning())
          this.#logger.warn({
            msg: 'The database connection for the locks of readers failed; Posthorn connects again',
            err: error,
          });
      }
      lost.abort();
      await client.end().catch(() => undefined);
      await pauseUntilAbort(RECONNECT_MILLISECONDS, signal);
    }
  }

  async #takeAll(client: Client, until: AbortSignal, won: (lock: string) => void): Promise<void> {
    const taken = new Set<string>();
    while (!until.aborted) {
      // The number of signals so far: `sleep` returns immediately if a signal came meanwhile.
      const { heard } = this.#requestChanged;
      const missing = [...this.#requested].filter((lock) => !taken.has(lock));
      if (missing.length > 0) {
        const { rows } = await client.query<{ lock: string; got: boolean }>(
          `select lock, pg_try_advisory_lock($1, hashtext(lock)) as got from unnest($2::text[]) as lock`,
          [LOCK_SPACE, missing],
        );
        for (const { lock, got } of rows) {
          if (!got) continue;
          taken.add(lock);
          won(lock);
        }
      }
      await this.#requestChanged.sleep(
        heard,
        until,
        taken.size < this.#requested.size ? ASK_MILLISECONDS : undefined,
      );
    }
  }
}

/** @throws Error for a server that only reads: during a failover, a new connection may still lead to it, and its locks protect nothing */
async function assertTakesWrites(client: Client): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly) throw new Error('The database takes no writes');
}

async function releaseAll(client: Client, running: ReadonlyMap<string, Promise<unknown>>): Promise<void> {
  const timer = new AbortController();
  let last = Promise.resolve();
  const ended = [...running].map(async ([lock, run]) => {
    await run.catch(() => undefined);
    // The client runs one statement at a time.
    await (last = last.then(() => unlock(client, lock)));
  });
  await Promise.race([
    Promise.allSettled(ended),
    pause(END_MILLISECONDS, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
}

const pauseUntilAbort = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
