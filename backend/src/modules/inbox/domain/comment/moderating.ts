import type { CanHide, ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { CommentCannotBeRemoved, CommentIsGone } from './inbox.errors.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import type { Comment } from './comment.ts';
import { moderationEvents } from './moderation.ts';
import { cancelUnsentReply } from './comment-recording.ts';

/** What the platform's API allows for this comment. `platformName` is the name that people read. */
export type ModerationMeans = Readonly<{ hide: CanHide; remove: boolean; platformName: string }>;

/**
 * Hides or shows a comment here at once, and on the platform in the background where the platform allows it.
 * @throws CommentIsGone
 * @throws CommentCannotBeRemoved where the platform has no way
 */
export function moderate(
  comment: Comment,
  id: CommentId,
  action: ModerationAction,
  means: ModerationMeans,
  now: Date,
): CommentEvent[] {
  if (!comment.seen || comment.gone !== null) throw new CommentIsGone();
  if (action === 'remove' && !means.remove) throw new CommentCannotBeRemoved(means.platformName);
  return [...here(comment, id, action, means, now), ...there(comment, id, action, means, now)];
}

function here(
  { hidden, isHiddenHere }: Comment,
  id: CommentId,
  action: ModerationAction,
  { hide }: ModerationMeans,
  now: Date,
): CommentEvent[] {
  const moveHere = { where: 'here', attemptId: null, at: now.toISOString() } as const;
  // A platform that hides a comment by itself, for example with its parent, may show it again. This event keeps the person's wish.
  const isOnlyHere = hide === 'here' && !isHiddenHere;
  if (action === 'hide' && (hidden === null || isOnlyHere)) return [eventOf(id, 'CommentHidden', moveHere)];
  if (action === 'unhide' && hidden !== null) return [eventOf(id, 'CommentUnhidden', moveHere)];
  return [];
}

function there(
  { isHiddenThere, moderation }: Comment,
  id: CommentId,
  action: ModerationAction,
  { hide }: ModerationMeans,
  now: Date,
): CommentEvent[] {
  const status = moderation?.effect.status ?? 'done';
  const requested = status === 'done' || status === 'failed' ? null : (moderation?.action ?? null);
  // A comment that is being removed need not be hidden. The same wish twice needs one call.
  if (requested === 'remove' || requested === action) return [];
  if (action !== 'remove') {
    if (hide === 'here') return [];
    // A failed call may have worked nevertheless.
    const isKnown = status === 'done' || moderation?.action === 'remove';
    const isDone = isHiddenThere === (action === 'hide');
    if (requested === null && isKnown && isDone) return [];
  }
  const requestedAt = now.toISOString();
  const free = moderation && freeAt(moderation.effect);
  const dueAt = free && free > requestedAt ? free : requestedAt;
  return [eventOf(id, 'CommentModerationRequested', { action, requestedAt, nextAt: dueAt })];
}

/** When no call for this wish, or for an earlier wish that it waits for, can be running any more; null: no call is running. */
function freeAt({ status, attempt, dueAt, waitsFor }: Effect): string | null {
  if (status === 'attempting') return attempt?.deadline ?? null;
  return attempt === null && waitsFor === null ? dueAt : null;
}

/** Records moves of the wish as events. When the comment was removed, a reply that has not left is cancelled too. */
export function moderationOutcome(comment: Comment, id: CommentId, moves: readonly Move[]): CommentEvent[] {
  const { moderation } = comment;
  if (!moderation) return [];
  return moderationEvents(id, moderation, moves).flatMap((event) =>
    event.type === 'CommentRemoved'
      ? [event, ...cancelUnsentReply(comment, id, event.data.removedAt)]
      : [event],
  );
}
