import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { turnAfter } from './auto-reply-turn.ts';
import { autoReplyStream, type AutoReplyEvent } from '../domain/auto-reply/auto-reply.ts';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream } from '../domain/comment/comment.ts';
import type { InboxTimes } from '../times.ts';

/**
 * A comment whose automatic reply is still to be thought of, or has a place. `open`: its turn is yet to come. `asked`: its reply is on
 * its way. `sent`: it counts for the caps. `over`: nothing was sent, and its place is to be given back. `due_at` is null while nobody
 * has anything to do. `reply_id`: of its own reply, as its place or its request says; null while there is none.
 */
export type AutoReplyRow = Readonly<{
  comment_id: number;
  owner_id: string;
  account_id: number;
  post_id: number;
  stage: 'open' | 'asked' | 'sent' | 'over';
  due_at: string | null;
  reserved_at: string | null;
  reply_id: string | null;
}>;
type SentReplyRow = Readonly<{
  reply_id: string;
  comment_id: number;
  owner_id: string;
  account_id: number;
  text: string;
  sent_at: string | null;
}>;
type Heard = CommentEvent | AutoReplyEvent;
type Told = Pick<LoggedEvent, 'meta'> & Heard;
type Waits = Pick<InboxTimes, 'autoReplySoonest' | 'autoReplyLatest'>;

/** With these nothing will be written to the comment any more, unless it is on its way. */
const ENDS: ReadonlySet<Heard['type']> = new Set([
  ...(['AiReplySkipped', 'AiReplyDrafted', 'OwnReplySeen'] as const),
  ...(['CommentDeleted', 'CommentExpired', 'CommentRemoved'] as const),
]);

/** Each event carries all that its row needs. */
export function foldAutoReply(
  row: AutoReplyRow | undefined,
  event: Told,
  times: Waits,
): AutoReplyRow | undefined {
  const { at } = event.meta;
  if (event.type === 'CommentReceived') return row ?? newRow(event.data, at, times);
  if (event.type === 'AutoReplyReserved') return reserved(row, event);
  if (!row) return undefined;
  if (event.type === 'AutoReplyReleased')
    return row.stage === 'over' ? undefined : { ...row, reserved_at: null };
  if (ENDS.has(event.type)) return nothingSent(row, at);
  if (event.type === 'ReplyRequested')
    return event.data.kind === 'ai'
      ? { ...row, stage: 'asked', due_at: null, reply_id: event.data.replyId }
      : nothingSent(row, at);
  return isOfRow(row, event.data) ? afterTrying(row, event) : row;
}

/** What became of its own reply. */
function afterTrying(row: AutoReplyRow, event: Told): AutoReplyRow | undefined {
  const { at } = event.meta;
  if (event.type === 'ReplySent' && event.data.kind === 'ai') return { ...row, stage: 'sent', due_at: null };
  if (event.type === 'ReplyRetryRequested' && row.stage === 'over')
    return { ...row, stage: 'asked', due_at: null };
  const isOver =
    event.type === 'ReplyCancelled' || (event.type === 'ReplyFailed' && event.data.retryAt === null);
  return isOver ? cameToNothing(row, at) : row;
}

const isOfRow = ({ reply_id }: AutoReplyRow, data: object): boolean =>
  'replyId' in data && data.replyId === reply_id;

/** What was there before the account was followed is answered by nobody; nor is what stands under a post that is not ours. */
function newRow(
  { commentId, ownerId, accountId, postId, isBacklog }: Extract<Heard, { type: 'CommentReceived' }>['data'],
  at: string,
  times: Waits,
): AutoReplyRow | undefined {
  if (isBacklog || postId === undefined) return undefined;
  const due_at = new Date(Date.parse(at) + turnAfter(commentId, times)).toISOString();
  const of = { comment_id: commentId, owner_id: ownerId, account_id: accountId, post_id: postId };
  return { ...of, stage: 'open', due_at, reserved_at: null, reply_id: null };
}

/** Where the comment came to another end in the same moment, the place is to be given back. */
function reserved(
  row: AutoReplyRow | undefined,
  { data }: Extract<Heard, { type: 'AutoReplyReserved' }>,
): AutoReplyRow {
  const { commentId, ownerId, accountId, postId, replyId: reply_id, reservedAt: reserved_at } = data;
  if (row) return { ...row, reserved_at, reply_id };
  const of = { comment_id: commentId, owner_id: ownerId, account_id: accountId, post_id: postId };
  return { ...of, stage: 'over', due_at: reserved_at, reserved_at, reply_id };
}

/** Its turn is over before anything was sent. What is on its way or there has its own end. */
const nothingSent = (row: AutoReplyRow, at: string): AutoReplyRow | undefined =>
  row.stage === 'open' ? ended(row, at) : row;

const cameToNothing = (row: AutoReplyRow, at: string): AutoReplyRow | undefined =>
  row.stage === 'asked' ? ended(row, at) : row;

const ended = (row: AutoReplyRow, at: string): AutoReplyRow | undefined =>
  row.reserved_at === null ? undefined : { ...row, stage: 'over', due_at: at };

/** Clients choose ids of replies: one of them names a reply of its own comment, and no other. */
const sentReplies = keyedRows<SentReplyRow, Heard>({
  table: 'inbox_reply_sent',
  key: ['comment_id', 'reply_id'],
  keyOf: ({ type, data }) =>
    (type === 'ReplyRequested' || type === 'ReplySent') && 'replyId' in data
      ? [data.commentId, data.replyId]
      : null,
  columns: {
    reply_id: 'uuid',
    comment_id: 'bigint',
    owner_id: 'text',
    account_id: 'bigint',
    text: 'text',
    sent_at: 'timestamptz',
  },
  fold(row, event) {
    if (event.type === 'ReplyRequested') {
      const { replyId, commentId, ownerId, accountId, text } = event.data;
      const of = { reply_id: replyId, comment_id: commentId, owner_id: ownerId, account_id: accountId };
      return { ...of, text, sent_at: null };
    }
    return row && event.type === 'ReplySent' ? { ...row, sent_at: event.data.sentAt } : row;
  },
});

const dueRows = (times: Waits) =>
  keyedRows<AutoReplyRow, Heard>({
    table: 'inbox_auto_due',
    isLeased: true,
    key: 'comment_id',
    keyOf: ({ data }) => data.commentId,
    columns: {
      comment_id: 'bigint',
      owner_id: 'text',
      account_id: 'bigint',
      post_id: 'bigint',
      stage: 'text',
      due_at: 'timestamptz',
      reserved_at: 'timestamptz',
      reply_id: 'uuid',
    },
    fold: (row, event) => foldAutoReply(row, event, times),
  });

/** The lease columns come from no event: a rebuild carries them over. */
export const autoReplies = (times: Waits): Projection<Heard> => {
  const due = dueRows(times);
  return {
    name: 'inbox.auto-replies',
    version: 2,
    categories: [commentStream.category, autoReplyStream.category],
    tables: {
      inbox_auto_due: `comment_id bigint primary key, owner_id text not null, account_id bigint not null, post_id bigint not null,
        stage text not null, due_at timestamptz, reserved_at timestamptz, reply_id uuid, lease_owner text, lease_until timestamptz`,
      inbox_reply_sent: `reply_id uuid not null, comment_id bigint not null, owner_id text not null, account_id bigint not null,
        text text not null, sent_at timestamptz, primary key (comment_id, reply_id)`,
    },
    personal: { inbox_auto_due: 'owner_id', inbox_reply_sent: 'owner_id' },
    indexes: [
      'create index on {schema}.inbox_auto_due (due_at, comment_id) where due_at is not null',
      'create index on {schema}.inbox_auto_due (owner_id, reserved_at) where reserved_at is not null',
      'create index on {schema}.inbox_reply_sent (account_id, sent_at) where sent_at is not null',
    ],
    leases: { inbox_auto_due: { key: ['comment_id'], columns: ['lease_owner', 'lease_until'] } },
    apply: async (tx, events) => {
      await due(tx, events);
      await sentReplies(tx, events);
      return [];
    },
  };
};
