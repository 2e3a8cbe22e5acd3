import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Checkpoints } from '#infrastructure/readers/checkpoints.ts';
import { DUE_VIEW, DUE } from '../../read-models/targets/target-rows.ts';

const SHOWN = 200;

/** A target that is not published although its time has passed. */
type OverdueTarget = Readonly<{ postId: number; accountId: number; platform: string; dueAt: string }>;

/** Targets that wait for the end of a hold, for the operator's commands. */
@Injectable()
export class OverdueTargets {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** The oldest 200. Null while the read model is being built, because it may lack any of its rows. */
  async list(): Promise<readonly OverdueTarget[] | null> {
    if (!(await this.checkpoints.isFilled(DUE))) return null;
    const { rows } = await this.pool.query<OverdueTarget>(
      `select post_id::float8 as "postId", account_id::float8 as "accountId", platform, due_at::text as "dueAt"
       from ${DUE_VIEW} where due_at <= now() and state <> 'posted'
       order by due_at, post_id, account_id limit $1`,
      [SHOWN],
    );
    return rows;
  }
}
