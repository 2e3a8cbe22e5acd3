import type { EffectContext } from '../context.ts';
import { NEW_EFFECT, RECONNECT, type Effect, type Evidence } from '../effect.ts';
import { evolve, type Move } from '../move.ts';
import { EFFECT_TIMES } from '../retry-waits.ts';

/** Moves of one effect, for specs. It is due at noon; instants are seconds after it. */
const DUE = '2026-11-21T12:00:00.000Z';
export const at = (seconds: number): string => new Date(Date.parse(DUE) + seconds * 1000).toISOString();

export const contextAt = (seconds: number, changes: Partial<EffectContext> = {}): EffectContext => ({
  firstDueAt: DUE,
  now: new Date(at(seconds)),
  random: 0,
  rule: 'after-negative-look-up',
  pace: 'limited',
  visibleAfterMs: 30_000,
  isLateCallHarmless: false,
  times: EFFECT_TIMES,
  ...changes,
});

/** The effect after these moves. */
export const after = (...moves: readonly Move[]): Effect => moves.reduce(evolve, NEW_EFFECT);

const idOf = (number: number): string => `attempt-${String(number)}`;

export const asked = (seconds: number): Move<never> => ({
  kind: 'asked',
  at: at(seconds),
  dueAt: at(seconds),
  lookUntil: null,
  atOwnRisk: false,
});
export const started = (number = 1, seconds = 0): Move<never> => ({
  kind: 'started',
  attemptId: idOf(number),
  number,
  startedAt: at(seconds),
  startBy: at(seconds + 5),
  deadline: at(seconds + 30),
});
export const notMade = (nextSeconds: number, number = 1): Move<never> => ({
  kind: 'notStarted',
  attemptId: idOf(number),
  reason: 'too-late',
  dueAt: at(nextSeconds),
});
export const taken = (seconds: number): Move<never> => ({
  kind: 'accepted',
  attemptId: idOf(1),
  handle: 'h1',
  at: at(seconds),
  dueAt: at(seconds + 5),
});
export const done = (evidence: Evidence, seconds: number): Move<string> => ({
  kind: 'done',
  attemptId: idOf(1),
  result: '42',
  evidence,
  at: at(seconds),
});
/** `retrySeconds`: null when no further try follows. */
export const failed = (
  retrySeconds: number | null,
  attemptId: string | null = idOf(1),
  reason = 'network',
): Move<never> => ({
  kind: 'failed',
  attemptId,
  reason,
  words: null,
  retryAt: retrySeconds === null ? null : at(retrySeconds),
});
export const unclear = (
  nextSeconds: number | null,
  cause = 'timeout',
  lookUntilSeconds: number | null = null,
): Move<never> => ({
  kind: 'unknown',
  attemptId: idOf(1),
  cause,
  words: null,
  dueAt: nextSeconds === null ? null : at(nextSeconds),
  lookUntil: lookUntilSeconds === null ? null : at(lookUntilSeconds),
});
export const looked = (
  result: 'absent' | 'failed' | 'cannot-tell',
  seconds: number,
  nextSeconds: number | null,
): Move<never> => ({
  kind: 'lookedUp',
  attemptId: idOf(1),
  result,
  words: null,
  at: at(seconds),
  dueAt: nextSeconds === null ? null : at(nextSeconds),
});
/** Waits until its account is connected again. */
export const waiting = (untilSeconds: number, attemptId: string | null = null): Move<never> => ({
  kind: 'postponed',
  attemptId,
  reason: RECONNECT,
  words: null,
  until: at(untilSeconds),
});
