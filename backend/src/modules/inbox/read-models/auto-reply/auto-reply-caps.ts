import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import {
  whyOverCap,
  type CapReached,
  type RecentReplyCounts,
} from '../../domain/auto-reply/why-no-auto-reply.ts';
import { AUTO_REPLIES_VIEW } from './auto-reply-table.projection.ts';

/** A comment for which work is due: to write the automatic reply, or to release the place. */
export type DueAutoReply = Readonly<{
  commentId: number;
  accountId: number;
  postId: number;
  ownerId: string;
}>;
type Row = Pick<DueAutoReply, 'commentId' | 'accountId' | 'ownerId'>;

/**
 * Reserves places within the limits of an hour and of a day. These limits cover many streams, and parallel replies would exceed them: the
 * read models get reservations late. So a transaction counts and reserves before the event, one transaction at a time for each user.
 * Places in the read models also count, because the table may be lost, but the log is not.
 */
@Injectable()
export class AutoReplyCaps {
  constructor(private readonly pool: Pool) {}

  /**
   * Counts the places of this account in the last hour, and of its owner in the last day, without the place of this comment. Another process
   * may reserve a place after the count.
   */
  recentCounts(row: Row): Promise<RecentReplyCounts> {
    return countPlaces(this.pool, row);
  }

  /** Reserves a place until `giveBack`. @returns the limit that was reached; null: the comment now has a place */
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
      const { rowCount: ownClaims } = await tx.query(
        'select from inbox.auto_reply_claim where comment_id = $1',
        [commentId],
      );
      if (ownClaims !== 0) return null;
      const why = whyOverCap(await countPlaces(tx, row));
      if (why !== null) return why;
      await tx.query(
        'insert into inbox.auto_reply_claim (comment_id, owner_id, account_id, claimed_at) values ($1, $2, $3, now())',
        [commentId, ownerId, accountId],
      );
      return null;
    });
  }

  /** Milliseconds since the log recorded the place of this comment; 0: the read model knows no place. */
  async sinceReserved(commentId: number): Promise<number> {
    const { rows } = await this.pool.query<{ since: number | null }>({
      name: 'auto-reply-since',
      text: `select (extract(epoch from now() - reserved_at) * 1000)::float8 as since from ${AUTO_REPLIES_VIEW} where comment_id = $1`,
      values: [commentId],
    });
    return rows[0]?.since ?? 0;
  }

  /** Releases the place of a comment. Call this before the event about the release: after a crash between both, the work is repeated. */
  async giveBack(commentId: number): Promise<void> {
    await this.pool.query('delete from inbox.auto_reply_claim where comment_id = $1', [commentId]);
  }
}

/** Counts places in the read model and in the table of claims. A place in both counts once. */
async function countPlaces(
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
      select count(distinct comment_id)::int as "repliesLastDay",
        (count(distinct comment_id) filter (where account_id = $2 and since > now() - interval '1 hour'))::int as "repliesLastHour"
      from place where comment_id <> $3`,
    values: [ownerId, accountId, commentId],
  });
  return rows[0] ?? { repliesLastHour: 0, repliesLastDay: 0 };
}
