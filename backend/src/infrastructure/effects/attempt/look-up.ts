import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import type { EffectContext } from './context.ts';
import { triesExhausted } from './retry-waits.ts';
import type { Attempt, Effect } from './effect.ts';
import {
  decisiveAt,
  timeAfterFailedLookUp,
  timeAfterNegativeLookUp,
  timeAfterPendingLookUp,
  nextPollTime,
} from './look-up-times.ts';
import { REFUSED, type Move } from './move.ts';
import type { OwnCause, OwnReason } from './reasons.ts';
import { done, failed, unknown, type RefusedAttempt } from './rules.ts';

/** The result of a look-up. `until`: the earliest time for the next question. */
export type LookUpAnswer<Result> =
  | Readonly<{ kind: 'done'; result: Result }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | RefusedAttempt
  | (Readonly<{ kind: 'failed'; words: string | null; until?: string }> & SaidDetails)
  | Readonly<{ kind: 'cannot-tell' }>;

/**
 * Turns the result of a look-up into moves: the outcome of the last attempt, or whether an accepted one has finished.
 * @param lookUpStartedAt anything that arrived after this instant may be missing from the result
 */
export function recordLookUp<Result>(
  effect: Effect,
  attemptId: string,
  outcome: LookUpAnswer<Result>,
  c: EffectContext,
  lookUpStartedAt: Date = c.now,
): Move<Result>[] {
  const { attempt, status } = effect;
  if (outcome.kind === 'done') {
    const evidence = status === 'accepted' ? 'status' : 'look-up';
    return [done(effect, attemptId, outcome.result, evidence, c)];
  }
  if (attempt?.attemptId !== attemptId || (status !== 'accepted' && status !== 'unknown')) return [];
  // The remote system knows the outcome, so another look-up adds nothing.
  if (outcome.kind === 'refused') return [failed(effect, attemptId, outcome, c)];
  if (status === 'accepted') return stillProcessing(effect, attempt, c);
  const lookedUp = (
    result: 'absent' | 'failed' | 'cannot-tell',
    dueAt: string | null,
    { words, ...details }: SaidDetails & Readonly<{ words: string | null }> = { words: null },
  ): Move<never> => ({
    kind: 'lookedUp',
    attemptId,
    result,
    words,
    at: c.now.toISOString(),
    dueAt,
    ...detailsOf(details),
  });
  switch (outcome.kind) {
    case 'cannot-tell':
      return [lookedUp('cannot-tell', null)];
    case 'pending':
      // The remote system is still processing the call. No move is needed while there is time for another look-up.
      return timeAfterPendingLookUp(effect, outcome, c) === null ? [lookedUp('cannot-tell', null)] : [];
    case 'failed': {
      const again = timeAfterFailedLookUp(effect, outcome, c);
      const mustRecord = !effect.lookUpFailed && !triesExhausted(effect, c);
      return mustRecord || again === null ? [lookedUp('failed', again, outcome)] : [];
    }
    case 'absent': {
      const isFirst = effect.absences.length === 0;
      const isDecided = !isFirst && lookUpStartedAt.getTime() >= decisiveAt(attempt, c);
      if (!isDecided || c.rule === 'never') {
        const again = timeAfterNegativeLookUp(attempt, c);
        // A second absence in a row is nothing new.
        const mustRecord = isFirst || (effect.lookUpFailed && !triesExhausted(effect, c));
        return mustRecord || again === null ? [lookedUp('absent', again)] : [];
      }
      const why = reasonForAbsence(effect, attempt);
      return [lookedUp('absent', c.now.toISOString()), failed(effect, attemptId, why, c, c.now.getTime())];
    }
  }
}

/** A refused call is not sent again, unless a person asks for it after the refusal. */
function reasonForAbsence({ unclear, lastWords, requestedAt }: Effect, { startedAt }: Attempt) {
  const isRequested = requestedAt !== null && requestedAt > startedAt;
  return unclear === REFUSED && !isRequested
    ? { reason: 'rejected' satisfies OwnReason, words: lastWords, retryable: false }
    : { reason: 'not-there' satisfies OwnReason, words: null, retryable: true };
}

function stillProcessing(effect: Effect, attempt: Attempt, c: EffectContext): Move<never>[] {
  const since = Date.parse(effect.accepted?.at ?? attempt.startedAt);
  return c.now.getTime() - since < c.times.pollFor
    ? []
    : unknown(effect, attempt, { cause: 'no-answer' satisfies OwnCause, words: null }, c);
}

/** When to check the row again after a look-up that produced no move. */
export function askAgainAt<Result>(
  effect: Effect,
  answer: LookUpAnswer<Result>,
  c: EffectContext,
): string | null {
  const { status, attempt, dueAt } = effect;
  if (status === 'accepted') return nextPollTime(effect, answer.kind === 'pending' ? answer : {}, c);
  if (status !== 'unknown') return null;
  if (answer.kind === 'pending') return timeAfterPendingLookUp(effect, answer, c);
  if (answer.kind === 'failed') return timeAfterFailedLookUp(effect, answer, c);
  return answer.kind === 'absent' && attempt && dueAt !== null ? timeAfterNegativeLookUp(attempt, c) : null;
}
