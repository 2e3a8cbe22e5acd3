import { createHash } from 'node:crypto';
import type { CommentStatus } from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { mayBePublished } from '../../domain/comment/reply.ts';

export const COMMENT = rowTable('inbox_comment', 'comment_id', {
  comment_id: 'bigint not null',
  owner_id: 'text not null',
  account_id: 'bigint not null',
  platform: column<Platform>('text not null'),
  /** Known when the comment was recorded. */
  post_id: 'bigint',
  post_remote_id: 'text not null',
  group_key: 'text not null',
  remote_key: 'text not null',
  remote_id: 'text not null',
  author_mac: 'text not null',
  text: 'text not null',
  /** A deleted comment is not new any more. */
  status: column<CommentStatus>('text not null'),
  is_hidden: 'boolean not null',
  /** Our reply may be on the platform without proof. */
  reply_open: 'boolean not null',
  created_at: 'timestamptz not null',
  /** The state of `commentStream`. A new shape of it needs a new version of this read model, unless a missing field reads correctly. */
  state: column<Comment>('json not null'),
});
/** One comment as lists show it. Blocked authors and the texts of posts are joined when it is read. */
export type CommentRow = RowOf<typeof COMMENT>;

const NOBODY = { remoteId: '', handle: '', name: null, isBot: false } as const;

/** Applies an event to the row of its comment. A comment that was never received has no row. */
export function foldComment(row: CommentRow | undefined, event: CommentEvent): CommentRow | undefined {
  if (event.type === 'CommentReceived') return row ?? newRow(event);
  if (!row) return undefined;
  const state = commentStream.evolve(row.state, event);
  if (state.gone !== null || state.isExpired) return withState(withoutWords(row), forgotten(state));
  return event.type === 'CommentEdited'
    ? withState({ ...row, text: event.data.text }, state)
    : withState(row, state);
}

function newRow(event: Extract<CommentEvent, { type: 'CommentReceived' }>): CommentRow {
  const { commentId, ownerId, accountId, platform, postId = null, postRemoteId } = event.data;
  const { key, remoteId, authorMac, text, createdAt } = event.data;
  const state = commentStream.evolve(commentStream.initial, event);
  return withState(
    {
      comment_id: commentId,
      owner_id: ownerId,
      account_id: accountId,
      platform,
      post_id: postId,
      post_remote_id: postRemoteId,
      group_key: groupKeyOf(accountId, postRemoteId),
      remote_key: key,
      remote_id: remoteId,
      author_mac: authorMac,
      text,
      status: 'new',
      is_hidden: false,
      reply_open: false,
      created_at: createdAt,
      state,
    },
    state,
  );
}

/** The row of a comment in this state; its words stay as they are. */
export const withState = (row: CommentRow, state: Comment): CommentRow => ({
  ...row,
  status: state.gone !== null && state.status === 'new' ? 'read' : state.status,
  is_hidden: state.hidden !== null,
  reply_open: state.reply !== null && mayBePublished(state.reply),
  state,
});

const withoutWords = (row: CommentRow): CommentRow => ({ ...row, text: '' });

/** Erases the author and the words. */
const forgotten = (state: Comment): Comment => ({
  ...state,
  seen: state.seen && { ...state.seen, author: NOBODY, remoteRefs: {}, textMac: '' },
});

/** The comments under one post of one account. */
export const groupKeyOf = (accountId: number, postRemoteId: string): string =>
  `${String(accountId)}-${createHash('sha256').update(postRemoteId).digest('base64url').slice(0, 16)}`;
