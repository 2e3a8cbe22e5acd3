import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import type { CommentEvent } from './comment-events.ts';
import { effectStory, idempotentMoves } from '#infrastructure/effects/effect-story.ts';
import { eventOf, recordMove } from './comment-shapes.ts';
import type { ModerationEvent } from './moderation-events.ts';

/** The state of the last wish to hide, show or remove a comment on its platform. */
export type Moderation = Readonly<{ action: ModerationAction; effect: Effect }>;

const OUTCOMES: ReadonlySet<CommentEvent['type']> = new Set([
  'CommentHidden',
  'CommentUnhidden',
  'CommentRemoved',
]);

export const isOfModeration = (event: CommentEvent): event is ModerationEvent =>
  event.type.startsWith('CommentModeration') || OUTCOMES.has(event.type);

/** Applies one event to the wish. An event without a wish changes nothing. */
export function moderationAfter(before: Moderation | null, event: ModerationEvent): Moderation | null {
  const wish =
    event.type === 'CommentModerationRequested' ? { action: event.data.action, effect: NEW_EFFECT } : before;
  return (
    wish && {
      ...wish,
      effect: evolve(wish.effect, moderationMoveOf(wish.effect.attempt?.attemptId ?? null, event)),
    }
  );
}

const story = effectStory<ModerationEvent>({
  ...idempotentMoves('CommentModeration'),
  asked: { type: 'CommentModerationRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  resumed: { type: 'CommentModerationResumed', named: { at: 'resumedAt' } },
});

/** An event about moderation as a move of the current wish. `attempt`: the id of the wish's last attempt; null: it had none. */
export function moderationMoveOf(attempt: string | null, event: ModerationEvent): Move<null> {
  if (event.type === 'CommentHidden' || event.type === 'CommentUnhidden')
    return doneBy(attempt, event.data.attemptId, event.data.at);
  if (event.type === 'CommentRemoved') return doneBy(attempt, event.data.attemptId, event.data.removedAt);
  return story.moveOf(event);
}

/** A comment that was hidden only here, or by a person on the platform, does not end the wish. */
const doneBy = (attempt: string | null, attemptId: string | null, at: string): Move<null> =>
  attemptId !== null && attempt === attemptId
    ? { kind: 'done', attemptId, result: null, evidence: 'answer', at }
    : { kind: 'other' };

/**
 * Moves as events of this comment. A late success for an earlier wish does not change this wish.
 * An attempt that was not started is tried again at its deadline.
 */
export const moderationEvents = (
  of: CommentId,
  { action, effect }: Moderation,
  moves: readonly Move[],
): ModerationEvent[] =>
  moves
    .filter((move) => move.kind !== 'done' || move.attemptId === effect.attempt?.attemptId)
    .flatMap((move) =>
      move.kind === 'done' ? [doneEvent(of, action, move.attemptId, move.at)] : recordMove(story, of, move),
    );

function doneEvent(of: CommentId, action: ModerationAction, attemptId: string | null, at: string) {
  switch (action) {
    case 'hide':
      return eventOf(of, 'CommentHidden', { where: 'platform', attemptId, at });
    case 'unhide':
      return eventOf(of, 'CommentUnhidden', { where: 'platform', attemptId, at });
    case 'remove':
      return eventOf(of, 'CommentRemoved', { attemptId, removedAt: at });
  }
}
