import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AttemptRefsUpdate } from '#infrastructure/effects/attempt/refs-update.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { commentStream, type Comment } from './comment.ts';

/**
 * Returns the events of an outcome and, before them, the event with the new references. One append stores both, so no crash separates them.
 * Keeps the stored references if the attempt has ended, or if another process has replaced them in the meantime.
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
  const isReplaced = isSameJson(reply.prepared, from) && !isSameJson(reply.prepared, to);
  return isReplaced ? eventOf(id, 'ReplyPrepared', { replyId: reply.replyId, refs: to }) : null;
}
