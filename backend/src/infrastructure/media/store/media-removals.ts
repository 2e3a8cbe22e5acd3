import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '../../database/transaction.ts';

/** Longer than any store needs to delete bytes, even when its response is lost. */
const REMOVAL_SECONDS = 60;
const RETRY_MS = 50;

/** Records the bytes whose removal from the store is running, so that no transaction waits for the store: `media.removal`. */
@Injectable()
export class MediaRemovals {
  constructor(private readonly pool: Pool) {}

  /**
   * Begins the removal of these bytes. An upload of the same bytes then waits until `end`, or at most a minute. Waits in the same way for a
   * running removal of the same bytes. Otherwise an upload could begin after the end of one removal and lose its bytes to the other.
   * @param without a user whose files do not count
   * @returns false when a file has these bytes, or will have them; the bytes stay
   */
  async begin(sha256: string, without: string | null = null): Promise<boolean> {
    for (;;) {
      const begun = await this.#tryToBegin(sha256, without);
      if (begun !== 'running') return begun === 'begun';
      await pause(RETRY_MS);
    }
  }

  #tryToBegin(sha256: string, without: string | null): Promise<'begun' | 'running' | 'used'> {
    return this.#withLock(sha256, async (tx) => {
      const { rowCount: files } = await tx.query(
        `select from media.file
         where (sha256 = $1 or thumbnail_sha256 = $1) and owner_id is distinct from $2 limit 1`,
        [sha256, without],
      );
      if (files !== 0) return 'used';
      const { rowCount } = await tx.query(
        `insert into media.removal as running (sha256, until)
         values ($1, clock_timestamp() + make_interval(secs => $2))
         on conflict (sha256) do update set until = excluded.until where running.until < clock_timestamp()`,
        [sha256, REMOVAL_SECONDS],
      );
      return rowCount === 1 ? 'begun' : 'running';
    });
  }

  /** Ends a removal that the store has confirmed. After any other result it is unknown when the bytes will be deleted. */
  async end(sha256: string): Promise<void> {
    await this.pool.query('delete from media.removal where sha256 = $1', [sha256]);
  }

  /** Resolves when no removal of these bytes is running. The caller must store a file row with them first, so that they stay. */
  async waitForEnd(sha256: string): Promise<void> {
    while (await this.#isRunning(sha256)) await pause(RETRY_MS);
  }

  /** Deletes the records of killed processes. */
  async forgetOld(): Promise<void> {
    await this.pool.query('delete from media.removal where until < now()');
  }

  /** Takes the lock. Without the lock, it could miss a removal that has checked for files but is not recorded yet. */
  #isRunning(sha256: string): Promise<boolean> {
    return this.#withLock(sha256, async (tx) => {
      const { rowCount } = await tx.query(
        'select from media.removal where sha256 = $1 and until > clock_timestamp()',
        [sha256],
      );
      return rowCount !== 0;
    });
  }

  #withLock<Result>(sha256: string, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 300))', [sha256]);
      return work(tx);
    });
  }
}
