import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import type { CommentEvent } from './comment-events.ts';
import { effectStory, idempotentMoves } from '#infrastructure/effects/effect-story.ts';
import { eventOf, eventsOfStory } from './comment-shapes.ts';
import type { ModerationEvent } from './moderation-events.ts';

/** The state of the last request to hide, show or remove a comment on its platform. */
export type Moderation = Readonly<{ action: ModerationAction; effect: Effect }>;

const OUTCOMES: ReadonlySet<CommentEvent['type']> = new Set([
  'CommentHidden',
  'CommentUnhidden',
  'CommentRemoved',
]);

export const isOfModeration = (event: CommentEvent): event is ModerationEvent =>
  event.type.startsWith('CommentModeration') || OUTCOMES.has(event.type);

/** Applies one event to the current request. Without a current request, other events change nothing. */
export function moderationAfter(before: Moderation | null, event: ModerationEvent): Moderation | null {
  const current =
    event.type === 'CommentModerationRequested' ? { action: event.data.action, effect: NEW_EFFECT } : before;
  return (
    current && {
      ...current,
      effect: evolve(current.effect, moderationMoveOf(current.effect.attempt?.attemptId ?? null, event)),
    }
  );
}

const story = effectStory<ModerationEvent>({
  ...idempotentMoves('CommentModeration'),
  asked: { type: 'CommentModerationRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  resumed: { type: 'CommentModerationResumed', named: { at: 'resumedAt' } },
});

/** Translates an event about moderation into a move of the current request. `attempt`: the id of its last attempt; null: no attempt yet. */
export function moderationMoveOf(attempt: string | null, event: ModerationEvent): Move<null> {
  if (event.type === 'CommentHidden' || event.type === 'CommentUnhidden')
    return doneBy(attempt, event.data.attemptId, event.data.at);
  if (event.type === 'CommentRemoved') return doneBy(attempt, event.data.attemptId, event.data.removedAt);
  return story.moveOf(event);
}

/** Only a success of the current attempt ends the request. Hiding in Posthorn only, or by a person on the platform, does not end it. */
const doneBy = (attempt: string | null, attemptId: string | null, at: string): Move<null> =>
  attemptId !== null && attempt === attemptId
    ? { kind: 'done', attemptId, result: null, evidence: 'answer', at }
    : { kind: 'other' };

/**
 * Translates moves into events of this comment. A late success of an earlier request does not change the current request.
 * If an attempt was not started, the engine tries again at the deadline of that attempt.
 */
export const moderationEvents = (
  of: CommentId,
  { action, effect }: Moderation,
  moves: readonly Move[],
): ModerationEvent[] =>
  moves
    .filter((move) => move.kind !== 'done' || move.attemptId === effect.attempt?.attemptId)
    .flatMap((move) =>
      move.kind === 'done'
        ? [doneEvent(of, action, move.attemptId, move.at)]
        : eventsOfStory(story, of, move),
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
