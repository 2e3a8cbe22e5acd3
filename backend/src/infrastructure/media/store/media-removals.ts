import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '../../database/transaction.ts';

/** Longer than any store takes to delete, whatever becomes of the answer. */
const REMOVAL_SECONDS = 60;
const AGAIN_MS = 50;

/** Names which bytes are just leaving the store, so that no transaction waits for it: `media.removal`. */
@Injectable()
export class MediaRemovals {
  constructor(private readonly pool: Pool) {}

  /**
   * Whoever wants to keep these bytes from now on waits until `end`, or a minute when that never comes.
   * @param without whose files do not count
   * @returns false when some file has them, or is about to: they stay
   */
  begin(sha256: string, without: string | null = null): Promise<boolean> {
    return this.#alone(sha256, async (tx) => {
      const { rowCount } = await tx.query(
        `insert into media.removal (sha256, until)
         select $1, now() + make_interval(secs => $2)
         where not exists (
           select from media.file
           where (sha256 = $1 or thumbnail_sha256 = $1) and owner_id is distinct from $3
         )
         on conflict (sha256) do update set until = excluded.until`,
        [sha256, REMOVAL_SECONDS, without],
      );
      return rowCount === 1;
    });
  }

  /** The store has said that they are gone. After any other answer nobody knows when they will be. */
  async end(sha256: string): Promise<void> {
    await this.pool.query('delete from media.removal where sha256 = $1', [sha256]);
  }

  /** Resolves when these bytes are not leaving. A file that has them must be there before: then they stay. */
  async over(sha256: string): Promise<void> {
    while (await this.#isLeaving(sha256)) await pause(AGAIN_MS);
  }

  /** Those of processes that were killed. */
  async forgetOld(): Promise<void> {
    await this.pool.query('delete from media.removal where until < now()');
  }

  /** Under the lock, or a removal that has looked for files and is not written down yet would not be seen. */
  #isLeaving(sha256: string): Promise<boolean> {
    return this.#alone(sha256, async (tx) => {
      const { rowCount } = await tx.query(
        'select from media.removal where sha256 = $1 and until > clock_timestamp()',
        [sha256],
      );
      return rowCount !== 0;
    });
  }

  #alone<Result>(sha256: string, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 300))', [sha256]);
      return work(tx);
    });
  }
}
