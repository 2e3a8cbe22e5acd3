import type { Platform } from '@posthorn/contracts/shared/platform';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { DUE_VIEW, TARGET_COLUMNS, type TargetKey } from '../../read-models/targets/target-rows.ts';
import { TIMES } from '../times.ts';

export type DueRow = Work<TargetKey, Platform>;

/** Stands for a server that is not yet known. All such accounts share the slots of one server. */
export const UNKNOWN_SERVER = '?';

/** The table of targets that have something due. */
@Injectable()
export class DueRows extends WorkTable<TargetKey, Platform> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(TIMES) times: PublishingTimes) {
    super(pool, clock, {
      kind: 'publishing',
      table: DUE_VIEW,
      columns: TARGET_COLUMNS,
      key: ['postId', 'accountId'],
      lease: times.lease,
      server: {
        join: `left join publishing.home
          on home.account_id = due.account_id and home.learned_at > now() - interval '1 day'`,
        sql: `coalesce(home.server, '${UNKNOWN_SERVER}')`,
      },
      paused: ON_HOLD,
    });
  }

  /**
   * Whether another post of this account is due within a minute, is being published, or has an unknown
   * outcome. Of unknown outcomes, only those count that a person must decide.
   */
  async othersAreUnderWay({ postId, accountId }: TargetKey): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'publishing-others',
      text: `select from ${DUE_VIEW} where account_id = $1 and post_id <> $2 and state <> 'posted'
        and (due_at <= now() + interval '1 minute' or (due_at is null and state in ('unknown', 'given-up'))) limit 1`,
      values: [accountId, postId],
    });
    return rowCount === 1;
  }
}
