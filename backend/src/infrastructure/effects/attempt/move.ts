import { platformWords } from '@posthorn/contracts/shared/publication-reasons';
import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import { RECONNECT, type Attempt, type Effect, type Evidence } from './effect.ts';
import type { NotStartedReason, OwnCause } from './reasons.ts';

/**
 * What happened to an effect, independent of any module. A stream maps its own events to moves and back, so its stored types stay its own.
 * `Result`: the data of a success, for instance the id at the remote system.
 */
export type Move<Result = unknown> =
  /** With `lookUntil`, the effect stays unknown until a look-up or a repetition of the call succeeds. */
  | Readonly<{ kind: 'asked'; at: string; dueAt: string; lookUntil: string | null; atOwnRisk: boolean }>
  | Readonly<{ kind: 'prepared' }>
  | (Readonly<{ kind: 'started' }> & Omit<Attempt, 'repeats'>)
  | Readonly<{ kind: 'notStarted'; attemptId: string; reason: NotStartedReason; dueAt: string }>
  | Readonly<{ kind: 'accepted'; attemptId: string; handle: string; at: string; dueAt: string }>
  | Readonly<{
      kind: 'done' | 'doneAgain';
      attemptId: string | null;
      result: Result;
      evidence: Evidence;
      at: string;
    }>
  /** `attemptId` is null if no attempt was made: the preparation failed, or the time was over. */
  | (Readonly<{
      kind: 'failed';
      attemptId: string | null;
      reason: string;
      words: string | null;
      retryAt: string | null;
    }> &
      SaidDetails)
  | Readonly<{
      kind: 'unknown';
      attemptId: string;
      cause: string;
      words: string | null;
      dueAt: string | null;
      /** From this instant on, a negative look-up is decisive, if the rule allows look-ups. */
      lookUntil: string | null;
    }>
  | (Readonly<{
      kind: 'lookedUp';
      attemptId: string;
      result: 'absent' | 'failed' | 'cannot-tell';
      words: string | null;
      at: string;
      dueAt: string | null;
    }> &
      SaidDetails)
  | (Readonly<{
      kind: 'postponed';
      attemptId: string | null;
      reason: string;
      words: string | null;
      until: string;
    }> &
      SaidDetails)
  | Readonly<{ kind: 'resumed'; at: string }>
  | Readonly<{ kind: 'cancelled'; reason: string }>
  /** Another event of the same stream. It changes nothing about the effect but counts in `eventCount`. */
  | Readonly<{ kind: 'other' }>;

/** The effect after one move. */
export function evolve(before: Effect, move: Move): Effect {
  const effect = { ...before, eventCount: eventCountAfter(before, move) };
  switch (move.kind) {
    case 'asked':
      return {
        ...effect,
        status: move.lookUntil === null ? 'retrying' : effect.status,
        tries: 0,
        unused: 0,
        eventCount: 0,
        requestedAt: move.at,
        waitsFor: null,
        dueAt: move.dueAt,
      };
    case 'started': {
      const { attemptId, number, startedAt, startBy, deadline } = move;
      const repeats = effect.status === 'unknown' ? effect.unclear : null;
      return {
        ...effect,
        status: 'attempting',
        attempt: { attemptId, number, startedAt, startBy, deadline, repeats },
        tries: effect.tries + 1,
        waitsFor: null,
        dueAt: deadline,
        accepted: null,
        absences: [],
        lookUpFailed: false,
      };
    }
    case 'notStarted':
      return { ...effect, ...withoutTry(effect), dueAt: move.dueAt };
    case 'accepted': {
      const { handle, at, dueAt } = move;
      return { ...effect, status: 'accepted', accepted: { handle, at }, dueAt };
    }
    case 'done':
      return { ...effect, status: 'done', waitsFor: null, dueAt: null };
    case 'failed':
      return {
        ...effect,
        status: move.retryAt === null ? 'failed' : 'retrying',
        lastReason: move.reason,
        ...withWords(effect, move.reason, move),
        // A failed preparation uses a try without an attempt.
        tries: effect.tries + (move.attemptId === null ? 1 : 0),
        waitsFor: null,
        dueAt: move.retryAt,
      };
    case 'unknown':
      return {
        ...effect,
        status: 'unknown',
        unclear: move.cause,
        dueAt: move.dueAt,
        ...withWords(effect, move.cause, move),
      };
    case 'lookedUp':
      return {
        ...effect,
        dueAt: move.dueAt,
        absences: move.result === 'absent' ? [...effect.absences, move.at] : effect.absences,
        lookUpFailed: move.result === 'failed',
      };
    case 'postponed':
      return {
        ...effect,
        ...(move.attemptId !== null && withoutTry(effect)),
        ...withWords(effect, move.reason, move),
        waitsFor: move.reason,
        dueAt: move.until,
      };
    case 'resumed':
      return effect.waitsFor === RECONNECT ? { ...effect, waitsFor: null, dueAt: move.at } : effect;
    case 'cancelled':
      return { ...effect, status: 'cancelled', dueAt: null };
    case 'prepared':
    case 'doneAgain':
    case 'other':
      return effect;
  }
}

/**
 * Counts the events that an outage can multiply. References prepared before the call do not count: their number is known in advance. A reference
 * prepared because of a response counts twice: it replaces others and leads to a further preparation. Events of an attempt whose worker was lost do
 * not count. It has used a try, and a process that is killed repeatedly must not end the retries sooner.
 */
function eventCountAfter({ eventCount, status, unclear }: Effect, move: Move): number {
  // No worker prepares during a call or while the remote system works, so a response caused this preparation.
  if (move.kind === 'prepared')
    return status === 'attempting' || status === 'accepted' ? eventCount + 2 : eventCount;
  // The start of that attempt was counted already.
  if (move.kind === 'unknown' && move.cause === LOST_WORKER) return Math.max(0, eventCount - 1);
  return status === 'unknown' && unclear === LOST_WORKER ? eventCount : eventCount + 1;
}

/** What was said last. A sentence of Posthorn, also about the connection, is no message of the remote system. */
function withWords(
  { lastWords }: Effect,
  reason: string,
  { words, ...details }: SaidDetails & Readonly<{ words: string | null }>,
): Pick<Effect, 'lastWords' | 'lastSaid'> {
  const lastSaid = detailsOf(details);
  return lastSaid.values
    ? { lastWords, lastSaid }
    : { lastWords: platformWords(reason, words) ?? lastWords, lastSaid: null };
}

export const LOST_WORKER = 'lost-worker' satisfies OwnCause;
/** The remote system refused. It has published refused posts before, so the refusal counts only after a look-up has shown that the post is absent. */
export const REFUSED = 'refused' satisfies OwnCause;

/** The last attempt ended without a call that counts, so the effect becomes as it was before the attempt. */
const withoutTry = ({ attempt, tries, unused, unclear }: Effect) => ({
  status: attempt?.repeats ? ('unknown' as const) : ('retrying' as const),
  unclear: attempt?.repeats ?? unclear,
  tries: Math.max(0, tries - 1),
  unused: unused + 1,
});
