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
  /** The post, if it was known when the comment was recorded. */
  post_id: 'bigint',
  post_remote_id: 'text not null',
  group_key: 'text not null',
  remote_key: 'text not null',
  remote_id: 'text not null',
  author_mac: 'text not null',
  text: 'text not null',
  /** The status of the comment. A deleted comment counts as read instead of new. */
  status: column<CommentStatus>('text not null'),
  is_hidden: 'boolean not null',
  /** Our reply may be on the platform, but this is not proven. */
  reply_open: 'boolean not null',
  created_at: 'timestamptz not null',
  /**
   * The state of `commentStream`. If its shape changes, this read model needs a new version, unless old states without the field are
   * correct.
   */
  state: column<Comment>('json not null'),
});
/** The row of one comment. Queries join the blocked authors and the texts of posts. */
export type CommentRow = RowOf<typeof COMMENT>;

const ERASED_AUTHOR = { remoteId: '', handle: '', name: null, isBot: false } as const;

/** Applies an event to the row of its comment. A comment that was never received has no row. */
export function foldComment(row: CommentRow | undefined, event: CommentEvent): CommentRow | undefined {
  if (event.type === 'CommentReceived') return row ?? newRow(event);
  if (!row) return undefined;
  const state = commentStream.evolve(row.state, event);
  if (state.gone !== null || state.isExpired) return withState(withoutText(row), withoutAuthor(state));
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

/** Returns the row with a new state. The text of the row does not change. */
export const withState = (row: CommentRow, state: Comment): CommentRow => ({
  ...row,
  status: state.gone !== null && state.status === 'new' ? 'read' : state.status,
  is_hidden: state.hidden !== null,
  reply_open: state.reply !== null && mayBePublished(state.reply),
  state,
});

const withoutText = (row: CommentRow): CommentRow => ({ ...row, text: '' });

/** Returns the state without the author and the digest of the text. */
const withoutAuthor = (state: Comment): Comment => ({
  ...state,
  seen: state.seen && { ...state.seen, author: ERASED_AUTHOR, remoteRefs: {}, textMac: '' },
});

/** Returns the key of the comments under one post of one account. */
export const groupKeyOf = (accountId: number, postRemoteId: string): string =>
  `${String(accountId)}-${createHash('sha256').update(postRemoteId).digest('base64url').slice(0, 16)}`;
