import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import type { CommentEvent } from './comment-events.ts';
import { eventOf } from './comment-shapes.ts';
import type { ModerationEvent } from './moderation-events.ts';

/** How far the last wish to hide, show or remove a comment on its platform has come. */
export type Moderation = Readonly<{ action: ModerationAction; effect: Effect }>;

const OUTCOMES: ReadonlySet<CommentEvent['type']> = new Set([
  'CommentHidden',
  'CommentUnhidden',
  'CommentRemoved',
]);

export const isOfModeration = (event: CommentEvent): event is ModerationEvent =>
  event.type.startsWith('CommentModeration') || OUTCOMES.has(event.type);

/** What one event makes of the wish. An event about a wish that nobody had makes none. */
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

/** An event about moderation as a move of the wish whose last attempt this is; null: none was made. */
export function moderationMoveOf(attempt: string | null, event: ModerationEvent): Move<null> {
  switch (event.type) {
    case 'CommentModerationRequested': {
      const { requestedAt: at, nextAt } = event.data;
      return { kind: 'asked', at, nextAt, lookUntil: null, atOwnRisk: false };
    }
    case 'CommentModerationAttempted': {
      const { attemptId, number, startedAt, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy: deadline, deadline };
    }
    case 'CommentModerationPostponed': {
      const { attemptId, reason, words, until } = event.data;
      return { kind: 'postponed', attemptId, reason, words, until };
    }
    case 'CommentModerationFailed': {
      const { attemptId, reason, words, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words, retryAt };
    }
    case 'CommentModerationResumed':
      return { kind: 'resumed', at: event.data.resumedAt };
    case 'CommentHidden':
    case 'CommentUnhidden':
      return doneBy(attempt, event.data.attemptId, event.data.at);
    case 'CommentRemoved':
      return doneBy(attempt, event.data.attemptId, event.data.removedAt);
  }
}

/** What was hidden here alone, or by somebody there, ends no wish. */
const doneBy = (attempt: string | null, attemptId: string | null, at: string): Move<null> =>
  attemptId !== null && attempt === attemptId
    ? { kind: 'done', attemptId, result: null, evidence: 'answer', at }
    : { kind: 'other' };

/** Moves as events of this comment. A late success of an attempt for an earlier wish tells nothing of this one. */
export const moderationEvents = (
  of: CommentId,
  { action, effect }: Moderation,
  moves: readonly Move[],
): ModerationEvent[] =>
  moves
    .filter((move) => move.kind !== 'done' || move.attemptId === effect.attempt?.attemptId)
    .flatMap((move) => eventsOfMove(of, action, move));

function eventsOfMove(of: CommentId, action: ModerationAction, move: Move): ModerationEvent[] {
  switch (move.kind) {
    case 'started': {
      const { attemptId, number, startedAt, deadline } = move;
      return [eventOf(of, 'CommentModerationAttempted', { attemptId, number, startedAt, deadline })];
    }
    case 'done':
      return [doneEvent(of, action, move.attemptId, move.at)];
    case 'failed': {
      const { attemptId, reason, words, retryAt } = move;
      return [eventOf(of, 'CommentModerationFailed', { attemptId, reason, words, retryAt })];
    }
    case 'postponed': {
      const { attemptId, reason, words, until } = move;
      return [eventOf(of, 'CommentModerationPostponed', { attemptId, reason, words, until })];
    }
    case 'resumed':
      return [eventOf(of, 'CommentModerationResumed', { resumedAt: move.at })];
    // One that was not started is tried again at the deadline of its attempt; the others come of no wish like this.
    case 'asked':
    case 'prepared':
    case 'notStarted':
    case 'accepted':
    case 'doneAgain':
    case 'unknown':
    case 'lookedUp':
    case 'cancelled':
    case 'other':
      return [];
  }
}

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
