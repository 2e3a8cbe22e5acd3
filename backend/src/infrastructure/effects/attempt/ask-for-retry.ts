import type { EffectContext } from './context.ts';
import type { Effect } from './effect.ts';
import { decisiveAt, lateCallIsOverAt, timeAfterNegativeLookUp } from './look-up-times.ts';
import type { Move } from './move.ts';

/**
 * Returns the moves for a person's request for another try. A look-up or a wait for late calls comes first, by the same rule as without the
 * request. A person who accepts the risk skips both. Null: only a failed, cancelled or unknown effect can be tried again.
 * @param isLookedUp the remote system has just been asked, and can answer
 */
export function askForRetry(
  effect: Effect,
  { atOwnRisk, isLookedUp }: Readonly<{ atOwnRisk: boolean; isLookedUp: boolean }>,
  c: EffectContext,
): Move<never>[] | null {
  const { status, attempt, requestedAt } = effect;
  if (status !== 'failed' && status !== 'cancelled' && status !== 'unknown') return null;
  const at = c.now.toISOString();
  const asked = (
    changes: Readonly<{ dueAt?: string; lookUntil?: string; atOwnRisk?: boolean }>,
  ): Move<never>[] => [{ kind: 'asked', at, dueAt: at, lookUntil: null, atOwnRisk: false, ...changes }];
  if (status === 'unknown' && c.rule === 'always') {
    const isDue = effect.dueAt !== null && effect.dueAt <= at;
    // The repetition says nothing about the earlier call, so the effect stays unknown until one of them is known to have succeeded.
    return isDue ? [] : asked({ lookUntil: at });
  }
  const isKnown = status === 'failed' || (status === 'cancelled' && effect.unclear === null);
  if (isKnown || !attempt || c.rule === 'always') return asked({});
  if (atOwnRisk) return asked({ atOwnRisk });
  const dueAt = isLookedUp ? timeAfterNegativeLookUp(attempt, c) : null;
  if (dueAt !== null) {
    // This request is already recorded.
    if (requestedAt !== null && requestedAt > attempt.startedAt) return [];
    const lookUntil = new Date(Math.max(decisiveAt(attempt, c), Date.parse(dueAt))).toISOString();
    return asked({ lookUntil, dueAt });
  }
  const overAt = lateCallIsOverAt(attempt, c);
  return asked(overAt > c.now.getTime() ? { dueAt: new Date(overAt).toISOString() } : {});
}
