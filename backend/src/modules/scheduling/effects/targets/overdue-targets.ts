import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Checkpoints } from '#infrastructure/readers/checkpoints.ts';
import { DUE_VIEW, DUE } from '../../read-models/targets/target-rows.ts';

const LISTED_MAX = 200;

/** A target that is not published although its time has passed. */
type OverdueTarget = Readonly<{ postId: number; accountId: number; platform: string; dueAt: string }>;

/** Lists overdue targets for the command `hold`: during a hold, they wait until it ends. */
@Injectable()
export class OverdueTargets {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * The 200 targets that have been due the longest. Null while the read model is being built, because any row may
   * still be missing.
   */
  async list(): Promise<readonly OverdueTarget[] | null> {
    if (!(await this.checkpoints.isFilled(DUE))) return null;
    const { rows } = await this.pool.query<OverdueTarget>(
      `select post_id::float8 as "postId", account_id::float8 as "accountId", platform, due_at::text as "dueAt"
       from ${DUE_VIEW} where due_at <= now() and state <> 'posted'
       order by due_at, post_id, account_id limit $1`,
      [LISTED_MAX],
    );
    return rows;
  }
}
