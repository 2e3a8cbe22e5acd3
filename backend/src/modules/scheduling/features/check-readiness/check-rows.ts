import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import { DueRows } from '../../publishing/due-rows.ts';
import { TIMES } from '../../publishing/times.ts';

/** A post that this worker checks for the length of a lease. */
export type CheckTask = Readonly<{ postId: number; ownerId: string; version: number }>;

/** Which posts are due soon and were not checked as they are now. A post that is due is left to publishing. */
@Injectable()
export class CheckRows {
  readonly #worker: string;

  constructor(
    private readonly pool: Pool,
    @Inject(TIMES) private readonly times: PublishingTimes,
    rows: DueRows,
  ) {
    this.#worker = rows.worker;
  }

  /** The soonest first. */
  async claim(atMost: number): Promise<CheckTask[]> {
    const { rows } = await this.pool.query<CheckTask>({
      name: 'readiness-claim',
      text: `with soon as materialized (
          select post_id from read_v1.readiness_check
          where due_at > now() and due_at <= now() + make_interval(secs => $1 / 1000.0)
            and checked is distinct from version and (lease_until is null or lease_until < now())
          order by due_at, post_id limit $2 for update skip locked)
        update read_v1.readiness_check c set lease_owner = $3, lease_until = now() + interval '2 minutes'
        from soon where c.post_id = soon.post_id
        returning c.post_id::float8 as "postId", c.owner_id as "ownerId", c.version`,
      values: [this.times.checkAhead, atMost, this.#worker],
    });
    return rows;
  }

  /** It is checked as it was when it was claimed; what has changed since is checked again. */
  async done({ postId, version }: CheckTask): Promise<void> {
    await this.pool.query({
      name: 'readiness-done',
      text: `update read_v1.readiness_check set checked = $2, lease_owner = null, lease_until = null
        where post_id = $1 and lease_owner = $3`,
      values: [postId, version, this.#worker],
    });
  }
}
