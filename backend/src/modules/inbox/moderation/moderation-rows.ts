import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { ON_HOLD } from '#modules/scheduling/public.ts';
import { TIMES, type InboxTimes } from '../times.ts';

export type ModerationKey = Readonly<{ commentId: number; accountId: number }>;
export type DueModeration = Work<ModerationKey, Platform>;

/** Comments that are to be hidden, shown or removed on their platform now. That two workers do the same does no harm. */
@Injectable()
export class ModerationRows extends WorkTable<ModerationKey, Platform> {
  constructor(
    private readonly database: Pool,
    clock: DatabaseClock,
    @Inject(TIMES) times: InboxTimes,
  ) {
    super(database, clock, {
      kind: 'moderation',
      table: 'read_v1.inbox_moderation_due',
      columns: {
        commentId: 'bigint',
        accountId: 'bigint',
      },
      key: ['commentId'],
      // Longer than the call may take.
      lease: 2 * times.callWithin,
      paused: ON_HOLD,
    });
  }

  /** Comments of an account with a wish that is not over. */
  async openOn(accountId: number): Promise<readonly number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      'select comment_id::float8 as id from read_v1.inbox_moderation_due where account_id = $1 order by comment_id',
      [accountId],
    );
    return rows.map(({ id }) => id);
  }
}
