import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { ON_HOLD } from '#modules/scheduling/public.ts';
import { TIMES, type InboxTimes } from '../times.ts';

export type AutoReplyKey = Readonly<{ commentId: number; accountId: number; postId: number }>;
export type DueAutoReply = Work<AutoReplyKey>;

/** Comments whose automatic reply is to be written now, or whose place is to be given back. */
@Injectable()
export class AutoReplyRows extends WorkTable<AutoReplyKey> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(TIMES) times: InboxTimes) {
    super(pool, clock, {
      kind: 'auto-reply',
      table: 'read_v2.inbox_auto_due',
      columns: {
        commentId: 'bigint',
        accountId: 'bigint',
        postId: 'bigint',
      },
      key: ['commentId'],
      lease: times.lease,
      // One model writes them all.
      platform: `''`,
      paused: ON_HOLD,
    });
  }

  /** Milliseconds since this comment got its place; 0: it has none. */
  async sinceReserved(commentId: number): Promise<number> {
    const { rows } = await this.pool.query<{ since: number | null }>({
      name: 'auto-reply-since',
      text: `select (extract(epoch from now() - reserved_at) * 1000)::float8 as since from read_v2.inbox_auto_due where comment_id = $1`,
      values: [commentId],
    });
    return rows[0]?.since ?? 0;
  }
}
