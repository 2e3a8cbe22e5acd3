import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { column, LEASE, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { autoReplyDelay, type AutoReplyDelays } from './auto-reply-delay.ts';
import {
  autoReplyStream,
  type AutoReplyEvent,
  type AutoReplyReserved,
} from '../../domain/auto-reply/auto-reply.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream } from '../../domain/comment/comment.ts';

const AUTO_DUE = rowTable(
  'inbox_auto_due',
  'comment_id',
  {
    comment_id: 'bigint not null',
    owner_id: 'text not null',
    account_id: 'bigint not null',
    post_id: 'bigint not null',
    stage: column<'open' | 'asked' | 'sent' | 'over'>('text not null'),
    due_at: 'timestamptz',
    reserved_at: 'timestamptz',
    reply_id: 'uuid',
  },
  LEASE,
);
/**
 * A comment that waits for its automatic reply, or that has a place. `open`: the product has not yet decided about a reply.
 * `asked`: an automatic reply was requested. `sent`: the reply counts for the limits. `over`: nothing was sent, so the place must be released.
 * `due_at`: when the next work is due; null: none. `reply_id`: the id of the reply that has the place or was requested; null: none yet.
 */
export type AutoReplyRow = RowOf<typeof AUTO_DUE>;

const REPLY_SENT = rowTable('inbox_reply_sent', ['comment_id', 'reply_id'], {
  reply_id: 'uuid not null',
  comment_id: 'bigint not null',
  owner_id: 'text not null',
  account_id: 'bigint not null',
  text: 'text not null',
  sent_at: 'timestamptz',
});
type SentReplyRow = RowOf<typeof REPLY_SENT>;
type HandledEvent = CommentEvent | AutoReplyEvent;
type HandledLoggedEvent = Pick<LoggedEvent, 'meta'> & HandledEvent;

/** Returns undefined for comments of the backlog or under foreign posts, because these comments get no automatic reply. */
function newRow(
  {
    commentId,
    ownerId,
    accountId,
    postId,
    isBacklog,
  }: Extract<HandledEvent, { type: 'CommentReceived' }>['data'],
  at: string,
  times: AutoReplyDelays,
): AutoReplyRow | undefined {
  if (isBacklog || postId === undefined) return undefined;
  const dueAt = new Date(Date.parse(at) + autoReplyDelay(commentId, times)).toISOString();
  const ids = { comment_id: commentId, owner_id: ownerId, account_id: accountId, post_id: postId };
  return { ...ids, stage: 'open', due_at: dueAt, reserved_at: null, reply_id: null };
}

/** Without a row, the comment ended in another way at the same time. The place must be released in this case. */
function reserved(row: AutoReplyRow | undefined, { data }: Pick<AutoReplyReserved, 'data'>): AutoReplyRow {
  const { commentId, ownerId, accountId, postId, replyId: reply_id, reservedAt: reserved_at } = data;
  if (row) return { ...row, reserved_at, reply_id };
  const ids = { comment_id: commentId, owner_id: ownerId, account_id: accountId, post_id: postId };
  return { ...ids, stage: 'over', due_at: reserved_at, reserved_at, reply_id };
}

/** Ends a comment for which no reply was requested. A requested reply ends with its own events. */
const endOpen = (
  row: AutoReplyRow | undefined,
  event: Pick<HandledLoggedEvent, 'meta'>,
): AutoReplyRow | undefined => (row?.stage === 'open' ? ended(row, event) : row);

const endRequested = (row: AutoReplyRow, event: Pick<HandledLoggedEvent, 'meta'>): AutoReplyRow | undefined =>
  row.stage === 'asked' ? ended(row, event) : row;

const ended = (row: AutoReplyRow, { meta }: Pick<HandledLoggedEvent, 'meta'>): AutoReplyRow | undefined =>
  row.reserved_at === null ? undefined : { ...row, stage: 'over', due_at: meta.at };

/** Returns whether the event is about the automatic reply of this row. */
const isOfRowReply = (
  row: AutoReplyRow | undefined,
  data: Readonly<{ replyId: string }>,
): row is AutoReplyRow => row?.reply_id === data.replyId;

export const foldAutoReply = folding<AutoReplyRow | undefined, HandledLoggedEvent, [times: AutoReplyDelays]>({
  CommentReceived: (row, { data, meta }, times) => row ?? newRow(data, meta.at, times),
  AutoReplyReserved: reserved,
  AutoReplyReleased: (row) => (row?.stage === 'over' ? undefined : row && { ...row, reserved_at: null }),
  AiReplySkipped: endOpen,
  AiReplyDrafted: endOpen,
  OwnReplySeen: endOpen,
  CommentDeleted: endOpen,
  CommentExpired: endOpen,
  CommentRemoved: endOpen,
  ReplyRequested: (row, event) =>
    row && event.data.kind === 'ai'
      ? { ...row, stage: 'asked', due_at: null, reply_id: event.data.replyId }
      : endOpen(row, event),
  ReplySent: (row, { data }) =>
    isOfRowReply(row, data) && data.kind === 'ai' ? { ...row, stage: 'sent', due_at: null } : row,
  ReplyRetryRequested: (row, { data }) =>
    isOfRowReply(row, data) && row.stage === 'over' ? { ...row, stage: 'asked', due_at: null } : row,
  ReplyCancelled: (row, event) => (isOfRowReply(row, event.data) ? endRequested(row, event) : row),
  ReplyFailed: (row, event) =>
    isOfRowReply(row, event.data) && event.data.retryAt === null ? endRequested(row, event) : row,
});

type SentEvent = Extract<CommentEvent, { type: 'ReplyRequested' | 'ReplySent' }>;
/** The key includes the comment, because clients choose the ids of replies. */
const sentReplies = keyedRows<SentReplyRow, SentEvent>({
  ...REPLY_SENT,
  keyOf: ({ data }) => [data.commentId, data.replyId],
  fold: folding<SentReplyRow | undefined, SentEvent>({
    ReplyRequested: (_, { data }) => ({
      reply_id: data.replyId,
      comment_id: data.commentId,
      owner_id: data.ownerId,
      account_id: data.accountId,
      text: data.text,
      sent_at: null,
    }),
    ReplySent: (row, { data }) => row && { ...row, sent_at: data.sentAt },
  }),
});

const dueRows = (times: AutoReplyDelays) =>
  keyedRows<AutoReplyRow, HandledEvent>({
    ...AUTO_DUE,
    keyOf: ({ data }) => data.commentId,
    fold: (row, event) => foldAutoReply(row, event, times),
    // The view of a comment shows when its reply comes. A browser may have loaded the comment before this row existed.
    touched: ({ owner_id: userId, comment_id: id }) => ({
      userId,
      topic: 'comments',
      change: { id, isGone: false },
    }),
  });

const AUTO_REPLIES = { name: 'inbox.auto-replies', version: 2 } as const;
export const AUTO_REPLIES_VIEW = readViewOf(AUTO_REPLIES, 'inbox_auto_due');
export const SENT_REPLIES_VIEW = readViewOf(AUTO_REPLIES, 'inbox_reply_sent');

export const autoReplies = (times: AutoReplyDelays): Projection<HandledEvent> => {
  const due = dueRows(times);
  return {
    ...AUTO_REPLIES,
    categories: [commentStream.category, autoReplyStream.category],
    // These types include those that `sentReplies` needs.
    types: foldAutoReply.types,
    tables: { inbox_auto_due: AUTO_DUE.sql, inbox_reply_sent: REPLY_SENT.sql },
    personal: { inbox_auto_due: 'owner_id', inbox_reply_sent: 'owner_id' },
    indexes: [
      'create index on {schema}.inbox_auto_due (due_at, comment_id) where due_at is not null',
      'create index on {schema}.inbox_auto_due (owner_id, reserved_at) where reserved_at is not null',
      'create index on {schema}.inbox_reply_sent (account_id, sent_at) where sent_at is not null',
    ],
    leases: { inbox_auto_due: { key: AUTO_DUE.key, columns: AUTO_DUE.leased } },
    apply: async (tx, events) => {
      await sentReplies(tx, events);
      return due(tx, events);
    },
  };
};
