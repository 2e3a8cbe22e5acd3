import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { session } from '../database/session.ts';

/** First half of the advisory lock of a reader; the second is the hash of its name. */
const LOCK_SPACE = 8726;
const ASK_MILLISECONDS = 2_000;
const RECONNECT_MILLISECONDS = 250;

/**
 * Which readers this process may run: one runner each among all processes. The locks live on a connection of their own
 * and go with it, so a process that is killed leaves none behind. The checkpoint's compare-and-set is the real fence.
 */
export class ReaderLocks {
  readonly #logger = new Logger('readers');

  constructor(private readonly url: string) {}

  /** Calls `won` for each name as its lock is taken; `lost` is aborted with the connection. Until the signal aborts. */
  async hold(
    names: readonly string[],
    signal: AbortSignal,
    won: (name: string, lost: AbortSignal) => void,
  ): Promise<void> {
    const open = () => !signal.aborted;
    while (open()) {
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
        await this.#takeAll(client, [...names], AbortSignal.any([signal, lost.signal]), (name) => {
          won(name, lost.signal);
        });
      } catch (error) {
        if (open()) this.#logger.warn(`No connection for the readers: ${String(error)}`);
      }
      lost.abort();
      await client.end().catch(() => undefined);
      await idle(RECONNECT_MILLISECONDS, signal);
    }
  }

  async #takeAll(
    client: Client,
    waiting: string[],
    until: AbortSignal,
    won: (name: string) => void,
  ): Promise<void> {
    let open = waiting;
    while (!until.aborted) {
      if (open.length > 0) {
        const { rows } = await client.query<{ name: string; got: boolean }>(
          `select name, pg_try_advisory_lock($1, hashtext(name)) as got from unnest($2::text[]) as name`,
          [LOCK_SPACE, open],
        );
        const got = new Set(rows.filter((row) => row.got).map(({ name }) => name));
        open = open.filter((name) => !got.has(name));
        got.forEach(won);
      }
      await (open.length > 0 ? idle(ASK_MILLISECONDS, until) : ended(until));
    }
  }
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });

const idle = (milliseconds: number, signal: AbortSignal): Promise<void> =>
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
