import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { eventAbout } from './event-about.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import type { RemoteDeletion } from './remote-deletion.ts';

/** Moves as events of this publication. A late success of an attempt for an earlier wish tells nothing of this one. */
export const deletionEvents = (
  target: Target,
  { earlier }: RemoteDeletion,
  moves: readonly Move[],
): PublicationEvent[] =>
  moves
    .filter((move) => move.kind !== 'done' || Number(move.attemptId) > earlier)
    .flatMap((move) => eventsOfMove({ target }, move));

function eventsOfMove(of: Readonly<{ target: Target }>, move: Move): PublicationEvent[] {
  switch (move.kind) {
    case 'started': {
      const { number, startedAt, deadline } = move;
      return [eventAbout(of, 'RemoteDeletionAttempted', { number, startedAt, deadline })];
    }
    case 'done':
      return [eventAbout(of, 'RemotePostDeleted', { deletedAt: move.at })];
    case 'failed': {
      const { reason, words, retryAt } = move;
      return [
        eventAbout(of, 'RemoteDeletionFailed', { reason, words, retryable: retryAt !== null, retryAt }),
      ];
    }
    case 'postponed': {
      const { reason, words, until } = move;
      return [eventAbout(of, 'RemoteDeletionPostponed', { reason, words, until })];
    }
    // A deletion that was not started is tried again at the deadline of its attempt; the others come of no wish to delete.
    case 'asked':
    case 'prepared':
    case 'notStarted':
    case 'accepted':
    case 'doneAgain':
    case 'unknown':
    case 'lookedUp':
    case 'resumed':
    case 'cancelled':
    case 'other':
      return [];
  }
}
