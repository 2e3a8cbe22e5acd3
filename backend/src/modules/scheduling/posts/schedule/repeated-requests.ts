import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { IdempotencyKeyReused } from '../../domain/post/post-errors.ts';
import { PostIds } from './post-ids.ts';

/**
 * The id of the post that a request is about. A key gives the same id for 24 hours, and a post is scheduled under one id
 * only once: that is the whole of it, so that nothing has to be locked, kept or undone.
 */
@Injectable()
export class RepeatedRequests {
  constructor(
    private readonly pool: Pool,
    private readonly ids: PostIds,
  ) {}

  /** @throws IdempotencyKeyReused when the key came with another request */
  async postIdFor(userId: string, key: string | null, request: unknown): Promise<number> {
    const fresh = await this.ids.next();
    if (key === null) return fresh;
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const { rows } = await this.pool.query<{ id: number; fingerprint: string }>(
      `insert into scheduling.idempotency_key as k (user_id, key, fingerprint, post_id) values ($1, $2, $3, $4)
       on conflict (user_id, key) do update set
         fingerprint = case when k.created_at < now() - interval '24 hours' then excluded.fingerprint else k.fingerprint end,
         post_id = case when k.created_at < now() - interval '24 hours' then excluded.post_id else k.post_id end,
         created_at = case when k.created_at < now() - interval '24 hours' then now() else k.created_at end
       returning post_id::float8 as id, fingerprint`,
      [userId, key, fingerprint, fresh],
    );
    const [row] = rows;
    if (row?.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
    return row.id;
  }

  /** Keys that nobody may count on any more. */
  async forgetOld(): Promise<void> {
    await this.pool.query(
      `delete from scheduling.idempotency_key where created_at < now() - interval '48 hours'`,
    );
  }
}
