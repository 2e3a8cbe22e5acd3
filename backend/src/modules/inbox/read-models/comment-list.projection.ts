import { ERASED } from '#infrastructure/log/personal-field.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream } from '../domain/comment/comment.ts';
import { foldComment, type CommentRow } from './comment-row.ts';
import { WORDS_INDEXES, WORDS_TABLE, writeWords } from './comment-words.ts';
import { GROUP_TABLE, moveCounts } from './group-counts.ts';

type OwnReplyRow = Readonly<{ account_id: number; remote_id: string; comment_id: number }>;

const comments = keyedRows<CommentRow, CommentEvent>({
  table: 'inbox_comment',
  key: 'comment_id',
  keyOf: ({ data }) => data.commentId,
  columns: {
    comment_id: 'bigint',
    owner_id: 'text',
    account_id: 'bigint',
    platform: 'text',
    post_id: 'bigint',
    post_remote_id: 'text',
    group_key: 'text',
    remote_key: 'text',
    remote_id: 'text',
    author_mac: 'text',
    text: 'text',
    status: 'text',
    is_hidden: 'boolean',
    reply_open: 'boolean',
    created_at: 'timestamptz',
    state: 'json',
  },
  fold: foldComment,
  alongside: async (tx, changes) => {
    await writeWords(tx, changes);
    await moveCounts(tx, changes);
  },
  touched: ({ owner_id: userId, comment_id: id }) => ({
    userId,
    topic: 'comments',
    change: { id, isGone: false },
  }),
});

/** What each reply of the owner is called on its platform, so that none is taken for two. */
const ownReplies = keyedRows<OwnReplyRow, CommentEvent>({
  table: 'inbox_own_reply',
  key: ['account_id', 'remote_id'],
  keyOf: (event) => {
    const remoteId = remoteIdOf(event);
    return remoteId === null || remoteId === '' || remoteId === ERASED
      ? null
      : [event.data.accountId, remoteId];
  },
  columns: { account_id: 'bigint', remote_id: 'text', comment_id: 'bigint' },
  fold: (row, event) =>
    row ?? {
      account_id: event.data.accountId,
      remote_id: remoteIdOf(event) ?? '',
      comment_id: event.data.commentId,
    },
});

/** Null: it tells of no reply that has a name there. */
const remoteIdOf = (event: CommentEvent): string | null =>
  event.type === 'ReplySent' || event.type === 'ReplyDuplicateDetected' || event.type === 'OwnReplySeen'
    ? event.data.remoteId
    : null;

/**
 * One row for each comment. Words that are gone from the log are gone from it in the same step. The index by key is how a comment
 * is known again after the database was put back to an older state; see `CommentKeys`.
 */
export const commentList: Projection<CommentEvent> = {
  name: 'inbox.comments',
  version: 4,
  categories: [commentStream.category],
  tables: {
    inbox_comment: `comment_id bigint primary key, owner_id text not null, account_id bigint not null, platform text not null,
      post_id bigint, post_remote_id text not null, group_key text not null, remote_key text not null, remote_id text not null,
      author_mac text not null, text text not null, status text not null, is_hidden boolean not null,
      reply_open boolean not null, created_at timestamptz not null, state json not null`,
    inbox_own_reply: `account_id bigint not null, remote_id text not null, comment_id bigint not null,
      primary key (account_id, remote_id)`,
    inbox_comment_words: WORDS_TABLE,
    inbox_group: GROUP_TABLE,
  },
  personal: {
    inbox_comment: 'owner_id',
    inbox_own_reply: { by: 'comment_id', of: 'inbox_comment' },
    inbox_comment_words: 'owner_id',
    inbox_group: 'owner_id',
  },
  indexes: [
    'create index inbox_comment_page on {schema}.inbox_comment (owner_id, created_at desc, comment_id desc)',
    `create index inbox_comment_status on {schema}.inbox_comment (owner_id, status, created_at desc, comment_id desc)`,
    'create index inbox_comment_hidden on {schema}.inbox_comment (owner_id, created_at desc, comment_id desc) where is_hidden',
    'create index inbox_comment_group on {schema}.inbox_comment (owner_id, group_key, created_at desc, comment_id desc)',
    // The newest new comment of each group, for the badge: one step each, whatever the planner thinks how many there are.
    `create index inbox_comment_new on {schema}.inbox_comment (owner_id, group_key, created_at desc, comment_id desc)
      where status = 'new' and not is_hidden`,
    // Comments of blocked authors, and what a search has found, are counted without a look at the rows.
    `create index inbox_comment_author on {schema}.inbox_comment (owner_id, author_mac)
      include (comment_id, group_key, status, is_hidden, created_at)`,
    'create index inbox_comment_key on {schema}.inbox_comment (owner_id, platform, remote_key)',
    'create index inbox_comment_open on {schema}.inbox_comment (owner_id, group_key) where reply_open',
    // Those whose words may be kept for a while only.
    `create index inbox_comment_kept on {schema}.inbox_comment (platform, created_at) where text <> ''`,
    'create index inbox_comment_remote on {schema}.inbox_comment (account_id, remote_id)',
    ...WORDS_INDEXES,
  ],
  apply: async (tx, events) => {
    await ownReplies(tx, events);
    return comments(tx, events);
  },
};
