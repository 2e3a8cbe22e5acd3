import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AttemptRefsUpdate } from '#infrastructure/effects/attempt/refs-update.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { commentStream, type Comment } from './comment.ts';

/**
 * Returns an outcome together with the references that it replaces, for one append. So no crash can separate them.
 * References stay as they are when the attempt is settled, or when another process has replaced them since.
 */
export function withReplyRefs(
  comment: Comment,
  id: CommentId,
  update: AttemptRefsUpdate<JsonObject>,
  decide: (comment: Comment) => CommentEvent[],
): CommentEvent[] {
  const replaced = replacedRefs(comment, id, update);
  return replaced ? [replaced, ...decide(commentStream.evolve(comment, replaced))] : decide(comment);
}

const OPEN: ReadonlySet<string> = new Set(['attempting', 'accepted', 'unknown']);

function replacedRefs(
  { reply }: Comment,
  id: CommentId,
  { attemptId, from, to }: AttemptRefsUpdate<JsonObject>,
): CommentEvent | null {
  if (!reply || reply.effect.attempt?.attemptId !== attemptId || !OPEN.has(reply.effect.status)) return null;
  const isNews = isSameJson(reply.prepared, from) && !isSameJson(reply.prepared, to);
  return isNews ? eventOf(id, 'ReplyPrepared', { replyId: reply.replyId, refs: to }) : null;
}
