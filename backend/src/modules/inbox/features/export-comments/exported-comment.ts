import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { Reply } from '../../domain/comment/reply.ts';
import type { OwnedComment } from './comment-rows.ts';

/**
 * Returns a comment in the form that `EXPORTED_COMMENT` describes. Contains the author's name and text, which are public under the owner's post.
 * Leaves out the ids and links of the author.
 * @param repliesThere the replies of the owner on the platform itself
 */
export function exportedComment(row: OwnedComment, repliesThere: readonly JsonObject[]): JsonObject {
  const { seen, gone, isExpired, reply, earlier, draft } = row.state;
  const replies = [...earlier, ...(reply ? [reply] : [])];
  return {
    id: row.comment_id,
    platform: row.platform,
    accountId: row.account_id,
    postId: row.post_id,
    author: textOrNull(seen?.author.name) ?? textOrNull(seen?.author.handle),
    text: textOrNull(row.text),
    createdAt: row.created_at,
    status: row.status,
    isHidden: row.is_hidden,
    isGone: gone !== null,
    isExpired,
    isReply: seen?.parentRemoteId != null,
    isEdited: seen?.isEdited ?? false,
    replies: replies.map(exportedReply),
    repliesThere: [...repliesThere],
    draft: draft?.text ?? null,
  };
}

const exportedReply = ({ kind, text, requestedAt, sent, effect }: Reply): JsonObject => ({
  kind,
  text,
  requestedAt,
  state: effect.status,
  sentAt: sent?.sentAt ?? null,
  permalink: sent?.permalink ?? null,
});

/** The export contains null in place of an erased text. */
const textOrNull = (words: string | null | undefined): string | null =>
  words === undefined || words === '' || words === ERASED ? null : words;
