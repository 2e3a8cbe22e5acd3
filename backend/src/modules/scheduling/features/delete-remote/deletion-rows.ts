import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Target } from '../../domain/publication-events.ts';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import { DueRows } from '../../publishing/due-rows.ts';
import { TIMES } from '../../publishing/times.ts';

/** A deletion that this worker holds for the length of a lease. `dueAt` as the database writes it. */
export type DeletionTask = Target & Readonly<{ dueAt: string }>;

/** Which published posts are to be deleted now. A lease saves work; that two delete the same post does no harm. */
@Injectable()
export class DeletionRows {
  readonly #worker: string;

  constructor(
    private readonly pool: Pool,
    @Inject(TIMES) private readonly times: PublishingTimes,
    rows: DueRows,
  ) {
    this.#worker = rows.worker;
  }

  async claim(atMost: number): Promise<DeletionTask[]> {
    const { rows } = await this.pool.query<DeletionTask>({
      name: 'deletion-claim',
      text: `with ripe as materialized (
          select post_id, account_id from read_v1.remote_deletion
          where due_at <= now() and (lease_until is null or lease_until < now())
            and not exists (select from publishing.hold)
          order by due_at, post_id, account_id limit $1 for update skip locked)
        update read_v1.remote_deletion d
        set lease_owner = $2, lease_until = now() + make_interval(secs => $3 / 1000.0)
        from ripe where d.post_id = ripe.post_id and d.account_id = ripe.account_id
        returning d.post_id::float8 as "postId", d.account_id::float8 as "accountId", d.owner_id as "ownerId",
          d.platform, d.due_at::text as "dueAt"`,
      // Longer than the call may take.
      values: [atMost, this.#worker, 2 * this.times.callWithin],
    });
    return rows;
  }

  /** To be looked at again at `until`, unless a newer fact has moved it meanwhile. */
  async release({ postId, accountId, dueAt }: DeletionTask, until: string): Promise<void> {
    await this.pool.query({
      name: 'deletion-release',
      text: `update read_v1.remote_deletion
        set due_at = case when due_at = $3::timestamptz then $4::timestamptz else due_at end,
          lease_owner = null, lease_until = null
        where post_id = $1 and account_id = $2 and lease_owner = $5`,
      values: [postId, accountId, dueAt, until, this.#worker],
    });
  }
}
