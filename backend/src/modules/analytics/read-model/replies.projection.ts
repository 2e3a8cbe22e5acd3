import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { AnsweredCommentEvent } from '#modules/inbox/public.ts';

/** A comment that was new, and when it was answered first. `by`: `own` is on the platform itself. */
type ReplyRow = Readonly<{
  comment_id: number;
  owner_id: string;
  platform: string;
  created_at: string;
  answered_at: string | null;
  by: 'manual' | 'ai' | 'own' | null;
  /** Deleted or hidden: nobody waits for an answer. */
  is_away: boolean;
}>;

function fold(row: ReplyRow | undefined, event: LoggedEvent<AnsweredCommentEvent>): ReplyRow | undefined {
  if (event.type === 'CommentReceived') {
    const { commentId, ownerId, platform, createdAt, isBacklog } = event.data;
    // What was old when it came in tells nothing of how soon somebody answers.
    if (row || isBacklog) return row;
    return {
      comment_id: commentId,
      owner_id: ownerId,
      platform,
      created_at: createdAt,
      answered_at: null,
      by: null,
      is_away: false,
    };
  }
  if (!row) return row;
  switch (event.type) {
    case 'ReplySent':
      return answered(row, event.data.sentAt, event.data.kind);
    case 'OwnReplySeen':
      return answered(row, event.data.createdAt, 'own');
    case 'CommentDeleted':
    case 'CommentRemoved':
    case 'CommentHidden':
      return { ...row, is_away: true };
    case 'CommentUnhidden':
      return { ...row, is_away: false };
    default:
      return row;
  }
}

const answered = (row: ReplyRow, at: string, by: ReplyRow['by']): ReplyRow =>
  row.answered_at !== null && row.answered_at <= at ? row : { ...row, answered_at: at, by };

/** How soon comments are answered. */
export const analyticsReplies: Projection<AnsweredCommentEvent> = {
  name: 'analytics.replies',
  version: 1,
  categories: ['comment'],
  tables: {
    analytics_reply: `comment_id bigint primary key, owner_id text not null, platform text not null,
      created_at timestamptz not null, answered_at timestamptz, "by" text, is_away boolean not null`,
  },
  personal: { analytics_reply: 'owner_id' },
  indexes: ['create index on {schema}.analytics_reply (owner_id, created_at)'],
  apply: keyedRows<ReplyRow, AnsweredCommentEvent>({
    table: 'analytics_reply',
    key: 'comment_id',
    keyOf: ({ data }) => data.commentId,
    columns: {
      comment_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      created_at: 'timestamptz',
      answered_at: 'timestamptz',
      by: 'text',
      is_away: 'boolean',
    },
    fold,
  }),
};
