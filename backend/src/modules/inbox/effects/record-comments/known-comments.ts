import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { retentionAfterLastSeen } from '../../domain/comment/retention.ts';
import {
  hasReturned,
  isDueForRecording,
  isKnownAsHidden,
  type CommentSnapshot,
} from '../../domain/comment/comment-recording.ts';
import type { KeySpace } from './comment-keys.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';
import { PUBLICATIONS_VIEW } from '../../read-models/publications/publications.projection.ts';

type Row = Readonly<{ key: string; accountId: number; text: string; state: Comment }>;

/** Compares comments with the read models. The product reads threads repeatedly, and most of their comments are already recorded. */
@Injectable()
export class KnownComments {
  constructor(private readonly pool: Pool) {}

  /** Returns the comments that may be new or changed. For the others, the product need not load the stream. */
  async newsAmong(
    { ownerId, accountId, platform }: KeySpace,
    comments: readonly RemoteComment[],
    seenIn: Pick<CommentSnapshot, 'source' | 'seenAt'>,
  ): Promise<readonly RemoteComment[]> {
    if (comments.length === 0) return [];
    const { rows } = await this.pool.query<Row>({
      name: 'inbox-seen-before',
      text: `select remote_key as key, account_id::float8 as "accountId", text, state from ${COMMENTS_VIEW}
        where owner_id = $1 and platform = $2 and remote_key = any($3) order by comment_id`,
      values: [ownerId, platform, comments.map(({ key }) => key)],
    });
    // A comment that was deleted by mistake has a second row, which is the later one.
    const known = new Map(rows.map((row) => [row.key, row]));
    const keptFor = retentionAfterLastSeen(platform);
    return comments.filter((comment) => {
      const row = known.get(comment.key);
      if (!row?.state.seen) return true;
      // Another account has recorded this comment; see `RecordComments`.
      if (row.accountId !== accountId) return false;
      const { gone, isExpired, seen } = row.state;
      if (gone !== null) return hasReturned(row.state, platform, seenIn);
      if (isExpired) return false;
      const isUnchanged =
        row.text === comment.text && (comment.hidden === null || isKnownAsHidden(row.state, comment.hidden));
      return !isUnchanged || isDueForRecording(seen, seenIn.seenAt, keptFor);
    });
  }

  /** Returns the number of our post with this remote id on the account. */
  async postIdOf(accountId: number, remoteId: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ id: number }>({
      name: 'inbox-post-of',
      text: `select post_id::float8 as id from ${PUBLICATIONS_VIEW} where account_id = $1 and remote_id = $2`,
      values: [accountId, remoteId],
    });
    return rows[0]?.id ?? null;
  }
}
