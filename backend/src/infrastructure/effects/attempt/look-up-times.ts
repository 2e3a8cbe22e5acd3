import { iso, type EffectContext } from './context.ts';
import { giveUpAt, retryWait } from './retry-waits.ts';
import type { Attempt, Effect } from './effect.ts';

/** `until`: the earliest time for the next look-up. */
type NextLookUp = Readonly<{ until?: string }>;

/**
 * When to look up an unknown outcome for the first time, or to repeat the call. Null: a person decides. A remote system that has accepted the call
 * can always be asked about it.
 */
export function firstLookUpAt(effect: Effect, c: EffectContext): string | null {
  if (c.rule === 'never' && !effect.accepted) return null;
  const repeats = c.rule === 'always' && effect.tries < c.times.tries && effect.tries > 1;
  const wait = repeats ? retryWait(effect.tries, c.random, c.times) : c.times.firstLookUp;
  return iso(c.now.getTime() + wait);
}

/** When to look again after a look-up that left the outcome unknown. Null: never; a person decides. */
export function timeAfterFailedLookUp(effect: Effect, outcome: NextLookUp, c: EffectContext): string | null {
  const { attempt } = effect;
  if (!attempt) return null;
  const since = c.now.getTime() - Date.parse(attempt.startedAt);
  const wait = Math.min(c.times.longestLookUp, Math.max(c.times.firstLookUp, since / 2));
  return notTooLate(effect, attempt, notBefore(outcome, c, wait), c);
}

/** When to look again for an unknown effect that the remote system is still working on. Null: a person decides. */
export function timeAfterPendingLookUp(effect: Effect, outcome: NextLookUp, c: EffectContext): string | null {
  const { attempt } = effect;
  if (!attempt) return null;
  return notTooLate(effect, attempt, notBefore(outcome, c, pollWait(attempt.startedAt, c)), c);
}

/** When to poll an accepted effect again. */
export const nextPollTime = ({ accepted }: Effect, outcome: NextLookUp, c: EffectContext): string =>
  iso(notBefore(outcome, c, pollWait(accepted?.at ?? c.now.toISOString(), c)));

/** A wait is as long as the time since `since`, plus `firstPoll`. So each wait is about twice as long as the one before. */
const pollWait = (since: string, { now, times }: EffectContext): number =>
  Math.min(times.longestPoll, now.getTime() - Date.parse(since) + times.firstPoll);

const notBefore = ({ until }: NextLookUp, { now }: EffectContext, wait: number): number =>
  Math.max(until === undefined ? 0 : Date.parse(until), now.getTime() + wait);

/** Null when the time is so late that a look-up no longer helps. */
function notTooLate(effect: Effect, attempt: Attempt, at: number, c: EffectContext): string | null {
  const lastAt = Math.max(giveUpAt(effect, c), decisiveAt(attempt, c) + c.times.longestLookUp);
  return at > lastAt ? null : iso(at);
}

/** From this instant on, a delayed call can no longer arrive, or can do no harm. Our side closed its connection long before. */
export const lateCallIsOverAt = (
  { deadline }: Attempt,
  { isLateCallHarmless, times }: EffectContext,
): number => Date.parse(deadline) + (isLateCallHarmless ? 0 : times.lateCall);

/** From this instant on, a negative look-up is decisive: a call that has arrived would be visible. */
export const decisiveAt = (attempt: Attempt, c: EffectContext): number =>
  lateCallIsOverAt(attempt, c) + Math.min(c.visibleAfterMs, c.times.visibility);

/**
 * When to look again after a negative look-up. The first look-ups follow soon, because most posts appear immediately; later look-ups are
 * rare. A look-up is due at the instant from which a negative look-up is decisive. Null: a person decides.
 */
export function timeAfterNegativeLookUp(attempt: Attempt, c: EffectContext): string | null {
  if (c.rule === 'never') return null;
  const now = c.now.getTime();
  const decisive = decisiveAt(attempt, c);
  if (now >= decisive) return iso(now + c.times.firstLookUp);
  const since = Math.max(c.times.firstLookUp, now - Date.parse(attempt.startedAt));
  return iso(Math.min(decisive, now + 3 * since));
}
