import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { AlreadyReplied } from './inbox.errors.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';

/** @throws AlreadyReplied when the comment was answered */
export function mark(comment: Comment, id: CommentId, status: 'read' | 'new', now: Date): CommentEvent[] {
  if (isAnswered(comment)) throw new AlreadyReplied();
  if (comment.status === status) return [];
  const at = now.toISOString();
  return [eventOf(id, status === 'read' ? 'CommentMarkedRead' : 'CommentMarkedNew', { at })];
}

/** Marks a comment as read, unless it was read or answered before. For marking many comments. */
export const markReadIfNew = (comment: Comment, id: CommentId, now: Date): CommentEvent[] =>
  comment.status === 'new' ? mark(comment, id, 'read', now) : [];

/** Records the model's judgement of the text with this `textMac`. Records nothing if the comment was edited or deleted in the meantime. */
export function judge(
  { seen, judged, gone }: Comment,
  id: CommentId,
  { label, model, textMac }: Readonly<{ label: Sentiment; model: string; textMac: string }>,
  now: Date,
): CommentEvent[] {
  if (gone !== null || seen?.textMac !== textMac) return [];
  if (judged?.label === label && judged.textMac === textMac) return [];
  return [eventOf(id, 'CommentSentimentJudged', { label, model, textMac, at: now.toISOString() })];
}
