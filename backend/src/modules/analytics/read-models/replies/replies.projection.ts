import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { column, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { AnsweredCommentEvent } from '#modules/inbox/ports/events.ts';

/** A comment, and the time of the first reply to it. */
const REPLY = rowTable('analytics_reply', 'comment_id', {
  comment_id: 'bigint not null',
  owner_id: 'text not null',
  account_id: 'bigint not null',
  platform: 'text not null',
  created_at: 'timestamptz not null',
  answered_at: 'timestamptz',
  /** `own`: the user wrote the reply on the platform itself. */
  by: column<'manual' | 'ai' | 'own' | null>('text'),
  /** The comment is deleted or hidden, so it needs no reply. */
  is_away: 'boolean not null',
});
type ReplyRow = RowOf<typeof REPLY>;

const markAway = (row: ReplyRow | undefined): ReplyRow | undefined => row && { ...row, is_away: true };

const withAnswer = (row: ReplyRow | undefined, at: string, by: ReplyRow['by']): ReplyRow | undefined =>
  row && (row.answered_at === null || row.answered_at > at) ? { ...row, answered_at: at, by } : row;

/** Comments with the time of the first reply, to show how soon users reply. */
export const analyticsReplies = rowProjection<ReplyRow, AnsweredCommentEvent>({
  name: 'analytics.replies',
  version: 2,
  categories: ['comment'],
  table: REPLY,
  owner: 'owner_id',
  indexes: ['create index on {schema}.analytics_reply (owner_id, created_at)'],
  keyOf: ({ data }) => data.commentId,
  fold: folding<ReplyRow | undefined, AnsweredCommentEvent>({
    CommentReceived(row, { data: { commentId, ownerId, accountId, platform, createdAt, isBacklog } }) {
      // A comment that was already old when it arrived does not show how soon users reply.
      if (row || isBacklog) return row;
      return {
        comment_id: commentId,
        owner_id: ownerId,
        account_id: accountId,
        platform,
        created_at: createdAt,
        answered_at: null,
        by: null,
        is_away: false,
      };
    },
    ReplySent: (row, { data }) => withAnswer(row, data.sentAt, data.kind),
    OwnReplySeen: (row, { data }) => withAnswer(row, data.createdAt, 'own'),
    CommentDeleted: markAway,
    CommentRemoved: markAway,
    CommentHidden: markAway,
    CommentUnhidden: (row) => row && { ...row, is_away: false },
  }),
});
export const REPLIES_VIEW = readViewOf(analyticsReplies, 'analytics_reply');
