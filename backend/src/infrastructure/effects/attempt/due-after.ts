import type { EffectTimes } from './retry-waits.ts';
import { RECONNECT } from './effect.ts';
import type { Move } from './move.ts';

/** How often what waits for its account is looked at. */
type AccountTimes = Pick<EffectTimes, 'longestRetry'>;

/**
 * When the row of an effect is to be looked at after this move: `before` where the move says nothing about it, null when
 * nobody has to look any more.
 * @param recordedAt when the move was recorded
 * @param times those that the kind's decisions go by
 */
export function dueAfter(
  move: Move,
  recordedAt: string,
  times: AccountTimes,
  before: string | null = null,
): string | null {
  switch (move.kind) {
    case 'asked':
    case 'notStarted':
    case 'accepted':
    case 'unknown':
    case 'lookedUp':
      return move.dueAt;
    case 'started':
      return move.deadline;
    case 'failed':
      return move.retryAt;
    case 'postponed':
      return move.reason === RECONNECT ? nowAndThen(move.until, recordedAt, times) : move.until;
    case 'resumed':
      return move.at;
    case 'done':
    case 'cancelled':
      return null;
    case 'prepared':
    case 'doneAgain':
    case 'other':
      return before;
  }
}

/** What waits for its account is looked at now and then, should the news of its return go past it. */
const nowAndThen = (until: string, recordedAt: string, { longestRetry }: AccountTimes): string =>
  new Date(Math.min(Date.parse(until), Date.parse(recordedAt) + longestRetry)).toISOString();
