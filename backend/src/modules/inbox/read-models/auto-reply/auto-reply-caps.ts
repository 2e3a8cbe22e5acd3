import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import {
  whyOverCap,
  type CapReached,
  type RecentReplyCounts,
} from '../../domain/auto-reply/why-no-auto-reply.ts';
import { AUTO_REPLIES_VIEW } from './auto-reply-table.projection.ts';

/** A comment whose automatic reply is to be written now, or whose place is to be released. */
export type DueAutoReply = Readonly<{
  commentId: number;
  accountId: number;
  postId: number;
  ownerId: string;
}>;
type Row = Pick<DueAutoReply, 'commentId' | 'accountId' | 'ownerId'>;

/**
 * Places within the limits of an hour and of a day. These limits span publications, and so streams. Many replies are written at once,
 * and the read models learn of places later. So one step counts and takes a place before the log has it, one at a time for each user.
 * The places that the read models know also count: if the table is lost, the log still has them.
 */
@Injectable()
export class AutoReplyCaps {
  constructor(private readonly pool: Pool) {}

  /**
   * Places of the last hour by this account and of the last day by its owner, without this comment's. Other processes may take more
   * meanwhile.
   */
  lately(row: Row): Promise<RecentReplyCounts> {
    return counted(this.pool, row);
  }

  /** Takes a place until it is released. @returns why there is none; null: the comment has a place now */
  take(row: Row): Promise<CapReached | null> {
    const { commentId, accountId, ownerId } = row;
    return inTransaction(this.pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('inbox.auto-reply ' || $1, 0))`, [
        ownerId,
      ]);
      await tx.query(
        `delete from inbox.auto_reply_claim where owner_id = $1 and claimed_at < now() - interval '1 day'`,
        [ownerId],
      );
      const { rowCount: own } = await tx.query('select from inbox.auto_reply_claim where comment_id = $1', [
        commentId,
      ]);
      if (own !== 0) return null;
      const why = whyOverCap(await counted(tx, row));
      if (why !== null) return why;
      await tx.query(
        'insert into inbox.auto_reply_claim (comment_id, owner_id, account_id, claimed_at) values ($1, $2, $3, now())',
        [commentId, ownerId, accountId],
      );
      return null;
    });
  }

  /** Milliseconds since this comment got its place; 0: it has none. */
  async sinceReserved(commentId: number): Promise<number> {
    const { rows } = await this.pool.query<{ since: number | null }>({
      name: 'auto-reply-since',
      text: `select (extract(epoch from now() - reserved_at) * 1000)::float8 as since from ${AUTO_REPLIES_VIEW} where comment_id = $1`,
      values: [commentId],
    });
    return rows[0]?.since ?? 0;
  }

  /** Releases the place when no reply was sent. Call this before the log records it: after a crash in between, the work is repeated. */
  async giveBack(commentId: number): Promise<void> {
    await this.pool.query('delete from inbox.auto_reply_claim where comment_id = $1', [commentId]);
  }
}

/** A place that both sources know counts once. */
async function counted(
  database: Pool | PoolClient,
  { commentId, accountId, ownerId }: Row,
): Promise<RecentReplyCounts> {
  const { rows } = await database.query<RecentReplyCounts>({
    name: 'auto-reply-lately',
    text: `with place as (
        select comment_id, account_id, reserved_at as since from ${AUTO_REPLIES_VIEW}
          where owner_id = $1 and reserved_at > now() - interval '1 day'
        union all
        select comment_id, account_id, claimed_at from inbox.auto_reply_claim
          where owner_id = $1 and claimed_at > now() - interval '1 day')
      select count(distinct comment_id)::int as "inDay",
        (count(distinct comment_id) filter (where account_id = $2 and since > now() - interval '1 hour'))::int as "inHour"
      from place where comment_id <> $3`,
    values: [ownerId, accountId, commentId],
  });
  return rows[0] ?? { inHour: 0, inDay: 0 };
}
