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

/** What the API of the platform allows for this comment. `platformName` is the name that the product shows to people. */
export type ModerationMeans = Readonly<{ hide: CanHide; remove: boolean; platformName: string }>;

/**
 * Hides, shows or removes a comment. Hides and shows it in Posthorn immediately. Requests each action on the platform if its API allows it.
 * @throws CommentIsGone when the comment was deleted, or was never received
 * @throws CommentCannotBeRemoved when the API of the platform cannot remove the comment
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
  return [
    ...eventsHere(comment, id, action, means, now),
    ...eventsOnPlatform(comment, id, action, means, now),
  ];
}

function eventsHere(
  { hidden, isHiddenHere }: Comment,
  id: CommentId,
  action: ModerationAction,
  { hide }: ModerationMeans,
  now: Date,
): CommentEvent[] {
  const changeHere = { where: 'here', attemptId: null, at: now.toISOString() } as const;
  // A platform may hide a comment without a request, for example with its parent, and show it again later. So a hidden comment also needs
  // an event that stores the request.
  const needsRequest = hide === 'here' && !isHiddenHere;
  if (action === 'hide' && (hidden === null || needsRequest))
    return [eventOf(id, 'CommentHidden', changeHere)];
  if (action === 'unhide' && hidden !== null) return [eventOf(id, 'CommentUnhidden', changeHere)];
  return [];
}

function eventsOnPlatform(
  { isHiddenThere, moderation }: Comment,
  id: CommentId,
  action: ModerationAction,
  { hide }: ModerationMeans,
  now: Date,
): CommentEvent[] {
  const status = moderation?.effect.status ?? 'done';
  const requested = status === 'done' || status === 'failed' ? null : (moderation?.action ?? null);
  // While a removal is open, hiding needs no call. A repeated request needs no second call.
  if (requested === 'remove' || requested === action) return [];
  if (action !== 'remove') {
    if (hide === 'here') return [];
    // A call that failed may have had its effect all the same.
    const isKnown = status === 'done' || moderation?.action === 'remove';
    const isDone = isHiddenThere === (action === 'hide');
    if (requested === null && isKnown && isDone) return [];
  }
  const requestedAt = now.toISOString();
  const callsEndAt = moderation && endOfCalls(moderation.effect);
  const dueAt = callsEndAt && callsEndAt > requestedAt ? callsEndAt : requestedAt;
  return [eventOf(id, 'CommentModerationRequested', { action, requestedAt, nextAt: dueAt })];
}

/** Returns when all calls of this request, and of the earlier request for which it waits, have certainly ended; null: no call is running. */
function endOfCalls({ status, attempt, dueAt, waitsFor }: Effect): string | null {
  if (status === 'attempting') return attempt?.deadline ?? null;
  return attempt === null && waitsFor === null ? dueAt : null;
}

/** Records moves of the moderation as events. If the comment was removed, also cancels a reply that was not yet sent. */
export function moderationOutcome(comment: Comment, id: CommentId, moves: readonly Move[]): CommentEvent[] {
  const { moderation } = comment;
  if (!moderation) return [];
  return moderationEvents(id, moderation, moves).flatMap((event) =>
    event.type === 'CommentRemoved'
      ? [event, ...cancelUnsentReply(comment, id, event.data.removedAt)]
      : [event],
  );
}
