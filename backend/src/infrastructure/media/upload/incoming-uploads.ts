import { inTransaction } from '../../database/transaction.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { MediaAllowance } from '../store/media-allowance.ts';

/** The maximum number of simultaneous uploads of one user, in all processes together. */
const AT_ONCE = 2;
const LEASE_SECONDS = 120;

/** The bytes that an upload may write to the disk. An upload of unknown size gets the free storage between these limits. */
export type UploadSize = Readonly<{ least: number; most: number }>;
/**
 * `bytes`: the reserved storage. `busy`: the user has the greatest allowed number of running uploads. `full`: the storage has too little free
 * space.
 */
export type ReservedUpload = Readonly<{ id: string; bytes: number }> | 'busy' | 'full';

/** The running uploads, and the storage reserved for each before its first byte was read. */
@Injectable()
export class IncomingUploads {
  constructor(
    private readonly pool: Pool,
    private readonly allowance: MediaAllowance,
  ) {}

  async reserve(ownerId: string, { least, most }: UploadSize): Promise<ReservedUpload> {
    const bytesMax = await this.allowance.bytesOf(ownerId);
    return inTransaction(this.pool, async (tx) => {
      // The row is the lock: reservations of one owner run one after the other, in all processes.
      await tx.query('insert into media.usage values ($1, 0, 0) on conflict do nothing', [ownerId]);
      const { rows: used } = await tx.query<{ bytes: number }>(
        'select bytes::float8 as bytes from media.usage where owner_id = $1 for update',
        [ownerId],
      );
      const { rows: running } = await tx.query<{ count: number; bytes: number }>(
        `select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from media.incoming
         where owner_id = $1 and expires_at > now()`,
        [ownerId],
      );
      const { count = 0, bytes: coming = 0 } = running[0] ?? {};
      if (count >= AT_ONCE) return 'busy';
      const free = bytesMax - (used[0]?.bytes ?? 0) - coming;
      if (free < least) return 'full';
      const bytes = Math.min(most, free);
      const { rows } = await tx.query<{ id: string }>(
        `insert into media.incoming (owner_id, bytes, expires_at)
         values ($1, $2, now() + make_interval(secs => $3)) returning id`,
        [ownerId, bytes, LEASE_SECONDS],
      );
      return { id: rows[0]?.id ?? '', bytes };
    });
  }

  /** Extends the lease of an upload. Call it well before the lease ends. */
  async renew(id: string): Promise<void> {
    await this.pool.query(
      'update media.incoming set expires_at = now() + make_interval(secs => $2) where id = $1',
      [id, LEASE_SECONDS],
    );
  }

  async release(id: string): Promise<void> {
    await this.pool.query('delete from media.incoming where id = $1', [id]);
  }

  /** Deletes the reservations of killed processes. */
  async forgetOld(): Promise<void> {
    await this.pool.query('delete from media.incoming where expires_at < now()');
  }
}
