import type { EffectTimes } from './retry-waits.ts';
import { RECONNECT } from './effect.ts';
import type { Move } from './move.ts';

/** How often the worker checks an effect that waits for its account. */
type AccountTimes = Pick<EffectTimes, 'longestRetry'>;

/**
 * When a worker must check the effect again after this move. `before`: the due time that stays if the move has none. Null: no check is needed.
 * @param recordedAt when the move was recorded
 * @param times the times that the kind's decisions use
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
      return move.reason === RECONNECT ? nextAccountCheck(move.until, recordedAt, times) : move.until;
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

/** The worker checks a waiting effect from time to time, in case the reconnection of its account was missed. */
const nextAccountCheck = (until: string, recordedAt: string, { longestRetry }: AccountTimes): string =>
  new Date(Math.min(Date.parse(until), Date.parse(recordedAt) + longestRetry)).toISOString();
