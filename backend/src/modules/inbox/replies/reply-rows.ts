import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { ON_HOLD } from '#modules/scheduling/public.ts';
import { TIMES, type InboxTimes } from '../times.ts';

export type ReplyKey = Readonly<{ commentId: number; accountId: number }>;
export type DueReply = Work<ReplyKey, Platform>;

/** Comments with a reply for which something is to be done now. */
@Injectable()
export class ReplyRows extends WorkTable<ReplyKey, Platform> {
  constructor(
    private readonly database: Pool,
    clock: DatabaseClock,
    @Inject(TIMES) times: InboxTimes,
  ) {
    super(database, clock, {
      kind: 'reply',
      table: 'read_v1.inbox_reply_due',
      columns: {
        commentId: 'bigint',
        accountId: 'bigint',
      },
      key: ['commentId'],
      lease: times.lease,
      paused: ON_HOLD,
    });
  }

  /** Comments of an account with a reply that is not over. */
  async openOn(accountId: number): Promise<readonly number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      'select comment_id::float8 as id from read_v1.inbox_reply_due where account_id = $1 order by comment_id',
      [accountId],
    );
    return rows.map(({ id }) => id);
  }
}
