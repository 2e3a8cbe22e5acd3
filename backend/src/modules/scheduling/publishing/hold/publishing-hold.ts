import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Checkpoints } from '#infrastructure/projections/checkpoints.ts';
import { DUE } from '../target-rows.ts';
import type { Hold, WaitingTarget } from '../../public.ts';

const SHOWN = 200;
const HOLD = 'reason, since::text as since';

/** The row that stops all claims: see `ON_HOLD`. */
@Injectable()
export class PublishingHold {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  async begin(reason: string): Promise<Hold> {
    const { rows } = await this.pool.query<Hold>(
      `insert into publishing.hold (reason) values ($1)
       on conflict ((true)) do update set reason = publishing.hold.reason returning ${HOLD}`,
      [reason],
    );
    const [hold] = rows;
    if (!hold) throw new Error('The hold was not kept.');
    return hold;
  }

  async end(): Promise<Hold | null> {
    const { rows } = await this.pool.query<Hold>(`delete from publishing.hold returning ${HOLD}`);
    return rows[0] ?? null;
  }

  async now(): Promise<Hold | null> {
    const { rows } = await this.pool.query<Hold>(`select ${HOLD} from publishing.hold`);
    return rows[0] ?? null;
  }

  /** Null while the read model is still to be made: what it has by then may be any part of it. */
  async waiting(): Promise<WaitingTarget[] | null> {
    if (!(await this.checkpoints.isFilled(DUE))) return null;
    const { rows } = await this.pool.query<WaitingTarget>(
      `select post_id::float8 as "postId", account_id::float8 as "accountId", platform, due_at::text as "dueAt"
       from read_v3.publishing_due where due_at <= now() and state <> 'posted'
       order by due_at, post_id, account_id limit $1`,
      [SHOWN],
    );
    return rows;
  }
}
