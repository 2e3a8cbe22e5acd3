import type { Move } from './move.ts';

/**
 * When the row of an effect is to be looked at after this move: `before` where the move says nothing about it, null when
 * nobody has to look any more.
 */
export function dueAfter(move: Move, before: string | null = null): string | null {
  switch (move.kind) {
    case 'asked':
    case 'notStarted':
    case 'accepted':
    case 'unknown':
    case 'lookedUp':
      return move.nextAt;
    case 'started':
      return move.deadline;
    case 'failed':
      return move.retryAt;
    case 'postponed':
      return move.until;
    case 'resumed':
      return move.at;
    case 'done':
    case 'cancelled':
      return null;
    case 'prepared':
    case 'doneAgain':
    case 'told':
      return before;
  }
}
