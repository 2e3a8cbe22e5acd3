import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { COMMENT, foldComment, type CommentRow } from './fold-comment.ts';
import { WORDS_INDEXES, WORDS_TABLE, writeWords } from './comment-words.ts';
import { GROUP_TABLE, moveCounts } from './group-counts.ts';

const comments = keyedRows<CommentRow, CommentEvent>({
  ...COMMENT,
  keyOf: ({ data }) => data.commentId,
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

const OWN_REPLY = rowTable('inbox_own_reply', ['account_id', 'remote_id'], {
  account_id: 'bigint not null',
  remote_id: 'text not null',
  comment_id: 'bigint not null',
});
type OwnReplyRow = RowOf<typeof OWN_REPLY>;
type OwnReplyEvent = Extract<CommentEvent, { type: 'ReplySent' | 'ReplyDuplicateDetected' | 'OwnReplySeen' }>;

const ownReplyRow = (row: OwnReplyRow | undefined, { data }: Pick<OwnReplyEvent, 'data'>): OwnReplyRow =>
  row ?? { account_id: data.accountId, remote_id: data.remoteId ?? '', comment_id: data.commentId };

/** The remote id of each reply of the owner, so that the product records no reply twice. */
const ownReplies = keyedRows<OwnReplyRow, OwnReplyEvent>({
  ...OWN_REPLY,
  keyOf: ({ data: { accountId, remoteId } }) =>
    remoteId === null || remoteId === '' || remoteId === ERASED ? null : [accountId, remoteId],
  fold: folding<OwnReplyRow | undefined, OwnReplyEvent>({
    ReplySent: ownReplyRow,
    ReplyDuplicateDetected: ownReplyRow,
    OwnReplySeen: ownReplyRow,
  }),
});

/**
 * SQL condition: text and author are not yet erased. A comment may have an author and no text, for example a picture.
 * No other statement contains this form. Otherwise PostgreSQL would use the index of `ExpireWords` for it, and read the comments of all users.
 */
export const HAS_WORDS = `coalesce(state ->> 'gone', state ->> 'isExpired') = 'false'`;

/**
 * One row for each comment. When the projection handles an event that erases a text in the log, it also erases the text in the row.
 * After a restore of the database to an older state, `CommentKeys` uses `inbox_comment_key` to find the number of a comment.
 */
export const commentList: Projection<CommentEvent> = {
  name: 'inbox.comments',
  version: 7,
  categories: [commentStream.category],
  tables: {
    inbox_comment: COMMENT.sql,
    inbox_own_reply: OWN_REPLY.sql,
    inbox_comment_words: WORDS_TABLE,
    inbox_group: GROUP_TABLE,
  },
  personal: {
    inbox_comment: 'owner_id',
    inbox_own_reply: { by: 'comment_id', of: 'inbox_comment' },
    inbox_comment_words: 'owner_id',
    inbox_group: 'owner_id',
  },
  lookups: { inbox_comment: ['owner_id,group_key,comment_id'] },
  indexes: [
    'create index inbox_comment_page on {schema}.inbox_comment (owner_id, created_at desc, comment_id desc)',
    `create index inbox_comment_status on {schema}.inbox_comment (owner_id, status, created_at desc, comment_id desc)`,
    'create index inbox_comment_hidden on {schema}.inbox_comment (owner_id, created_at desc, comment_id desc) where is_hidden',
    'create index inbox_comment_group on {schema}.inbox_comment (owner_id, group_key, created_at desc, comment_id desc)',
    // For the badge: finds the newest new comment of each group with one index access, whatever the planner estimates.
    `create index inbox_comment_new on {schema}.inbox_comment (owner_id, group_key, created_at desc, comment_id desc)
      where status = 'new' and not is_hidden`,
    // Counts comments of blocked authors, and search results, without reading the rows.
    `create index inbox_comment_author on {schema}.inbox_comment (owner_id, author_mac)
      include (comment_id, group_key, status, is_hidden, created_at)`,
    'create index inbox_comment_key on {schema}.inbox_comment (owner_id, platform, remote_key)',
    'create index inbox_comment_open on {schema}.inbox_comment (owner_id, group_key) where reply_open',
    // For `ExpireWords`.
    `create index inbox_comment_kept on {schema}.inbox_comment (platform, created_at) where ${HAS_WORDS}`,
    'create index inbox_comment_remote on {schema}.inbox_comment (account_id, remote_id)',
    ...WORDS_INDEXES,
  ],
  apply: async (tx, events) => {
    await ownReplies(tx, events);
    return comments(tx, events);
  },
};
export const COMMENT_WORDS_VIEW = readViewOf(commentList, 'inbox_comment_words');
export const COMMENTS_VIEW = readViewOf(commentList, 'inbox_comment');
export const OWN_REPLIES_VIEW = readViewOf(commentList, 'inbox_own_reply');
export const GROUPS_VIEW = readViewOf(commentList, 'inbox_group');
