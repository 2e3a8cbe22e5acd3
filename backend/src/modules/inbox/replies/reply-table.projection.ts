import type { Platform } from '@posthorn/contracts/shared/platform';
import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream } from '../domain/comment/comment.ts';
import { isOfTrying } from '../domain/comment/reply-events.ts';
import { replyMoveOf } from '../domain/comment/reply-moves.ts';
import type { InboxTimes } from '../times.ts';

/** A comment whose last reply is not over: when somebody has to look at it again. */
export type ReplyRow = Readonly<{
  comment_id: number;
  reply_id: string;
  account_id: number;
  owner_id: string;
  platform: Platform;
  due_at: string;
}>;

/** Each event carries all that its row needs. */
export function foldReplyRow(
  row: ReplyRow | undefined,
  event: Pick<LoggedEvent<CommentEvent>, 'meta'> & CommentEvent,
  times: Pick<InboxTimes, 'longestRetry'>,
): ReplyRow | undefined {
  if (!isOfTrying(event)) return row;
  const { commentId, replyId, accountId, ownerId, platform } = event.data;
  // Of a reply before the last one nobody has to do anything.
  if (event.type !== 'ReplyRequested' && row?.reply_id !== replyId) {
    if (row || event.type !== 'ReplyRetryRequested') return row;
  }
  const due_at = dueAfter(replyMoveOf(event), event.meta.at, times, row?.due_at);
  return due_at === null
    ? undefined
    : {
        comment_id: commentId,
        reply_id: replyId,
        account_id: accountId,
        owner_id: ownerId,
        platform,
        due_at,
      };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const openReplies = (times: InboxTimes): Projection<CommentEvent> => ({
  name: 'inbox.open-replies',
  version: 1,
  categories: [commentStream.category],
  tables: {
    inbox_reply_due: `comment_id bigint primary key, reply_id uuid not null, account_id bigint not null, owner_id text not null,
      platform text not null, due_at timestamptz not null, lease_owner text, lease_until timestamptz`,
  },
  personal: { inbox_reply_due: 'owner_id' },
  indexes: [
    'create index on {schema}.inbox_reply_due (platform, due_at, comment_id)',
    'create index on {schema}.inbox_reply_due (account_id)',
  ],
  leases: { inbox_reply_due: { key: ['comment_id'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<ReplyRow, CommentEvent>({
    table: 'inbox_reply_due',
    isLeased: true,
    key: 'comment_id',
    keyOf: (event) => (isOfTrying(event) ? event.data.commentId : null),
    columns: {
      comment_id: 'bigint',
      reply_id: 'uuid',
      account_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => foldReplyRow(row, event, times),
  }),
});
