import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import { iso, type EffectContext } from './context.ts';
import { retryAtNamedTime, postponedUntil, giveUpAt, attemptsExhausted, retryAt } from './retry-waits.ts';
import { RECONNECT, type Attempt, type Effect, type Evidence } from './effect.ts';
import { decisiveAt, firstLookUpAt } from './look-up-times.ts';
import { LOST_WORKER, type Move } from './move.ts';
import type { NotStartedReason, OwnReason } from './reasons.ts';

/** The next step for an effect. */
export type NextStep =
  | Readonly<{ kind: 'nothing' }>
  | Readonly<{ kind: 'wait'; until: string }>
  /** `reconnect`: check whether its account has been connected again. */
  | Readonly<{ kind: 'attempt' | 'reconnect' | 'look-up' | 'poll' | 'lost-worker' | 'give-up' }>;

/** `retryable`: another try may follow. With `values`, `words` are a sentence of Posthorn. */
export type RefusedAttempt = Readonly<{
  kind: 'refused';
  reason: string;
  words: string | null;
  retryable: boolean;
}> &
  SaidDetails;
export type Postponement = Readonly<{
  kind: 'postponed';
  reason: string;
  words: string | null;
  until: string;
  /** The platform itself returned `until` as the time at which it accepts calls again, so a longer wait has no use. */
  isTimeFromPlatform?: true;
  /** What else must wait: the account's other calls, all calls to its server, or all calls of the app. */
  scope?: 'account' | 'server' | 'app';
  /** Calls of other kinds need not wait: the platform limits this kind separately. */
  onlyThisKind?: true;
}> &
  SaidDetails;
/** The outcome of the one call. */
export type AttemptOutcome<Result> =
  | Readonly<{ kind: 'done'; result: Result }>
  | Readonly<{ kind: 'accepted'; handle: string }>
  | RefusedAttempt
  | Postponement
  | Readonly<{ kind: 'unknown'; cause: string; words: string | null }>;

/** The next step according to the moves, independent of any table row. */
export function nextStep(effect: Effect, c: EffectContext): NextStep {
  const { status, dueAt } = effect;
  const isLate = c.now.getTime() >= giveUpAt(effect, c);
  const attemptOrGiveUp: NextStep = { kind: isLate ? 'give-up' : 'attempt' };
  switch (status) {
    case 'done':
    case 'failed':
    case 'cancelled':
      return { kind: 'nothing' };
    case 'scheduled':
    case 'retrying':
      if (effect.waitsFor === RECONNECT) return { kind: isLate ? 'give-up' : 'reconnect' };
      return waitOr(dueAt ?? c.firstDueAt, c) ?? attemptOrGiveUp;
    case 'attempting':
      return waitOr(dueAt, c) ?? (c.rule === 'idempotent' ? attemptOrGiveUp : { kind: 'lost-worker' });
    case 'accepted':
      return waitOr(dueAt, c) ?? { kind: 'poll' };
    case 'unknown':
      if (dueAt === null) return { kind: 'nothing' };
      return waitOr(dueAt, c) ?? { kind: mayRepeatAsIs(effect, c) ? 'attempt' : 'look-up' };
  }
}

const waitOr = (dueAt: string | null, { now }: EffectContext): NextStep | null =>
  dueAt !== null && Date.parse(dueAt) > now.getTime() ? { kind: 'wait', until: dueAt } : null;

/** Whether to repeat the call without a look-up: the remote system recognizes the same call by its key. */
const mayRepeatAsIs = (effect: Effect, c: EffectContext): boolean =>
  c.rule === 'always' &&
  !attemptsExhausted(effect, c) &&
  effect.tries < c.times.tries &&
  c.now.getTime() < giveUpAt(effect, c);

/** Returns the intent. Its append requires an exact revision of the stream, so only one worker succeeds. Empty if no attempt is due now. */
export function start(effect: Effect, attemptId: string, c: EffectContext): Move<never>[] {
  if (nextStep(effect, c).kind !== 'attempt') return [];
  const after = (millis: number) => iso(c.now.getTime() + millis);
  return [
    {
      kind: 'started',
      attemptId,
      number: (effect.attempt?.number ?? 0) + 1,
      startedAt: c.now.toISOString(),
      startBy: after(c.times.startWithin),
      deadline: after(c.times.callWithin),
    },
  ];
}

/**
 * Applies the outcome of a call to its attempt. A success always counts, even a late one. Any other outcome counts only while this attempt is open.
 */
export function settle<Result>(
  effect: Effect,
  attemptId: string,
  outcome: AttemptOutcome<Result>,
  c: EffectContext,
): Move<Result>[] {
  if (outcome.kind === 'done') return [done(effect, attemptId, outcome.result, 'answer', c)];
  const { attempt } = effect;
  if (!attempt || !isOpen(effect, attemptId)) return [];
  switch (outcome.kind) {
    case 'accepted': {
      const at = c.now.toISOString();
      const dueAt = iso(c.now.getTime() + c.times.firstPoll);
      return [{ kind: 'accepted', attemptId, handle: outcome.handle, at, dueAt }];
    }
    case 'refused':
      return refused(effect, attempt, outcome, c);
    case 'postponed': {
      const { reason, words, until, isTimeFromPlatform = false } = outcome;
      if (attemptsExhausted(effect, c) && !attempt.repeats)
        return [failed(effect, attemptId, { ...detailsOf(outcome), reason, words, retryable: false }, c)];
      const at = isTimeFromPlatform ? retryAtNamedTime(effect, until, c) : postponedUntil(effect, until, c);
      return [{ kind: 'postponed', attemptId, reason, words, until: iso(at), ...detailsOf(outcome) }];
    }
    case 'unknown': {
      const { cause, words } = outcome;
      return c.rule === 'idempotent'
        ? [failed(effect, attemptId, { reason: cause, words, retryable: true }, c)]
        : unknown(effect, attempt, outcome, c);
    }
  }
}

function refused(effect: Effect, attempt: Attempt, refusal: RefusedAttempt, c: EffectContext): Move<never>[] {
  const { attemptId } = attempt;
  const { reason, words } = refusal;
  if (c.rule !== 'idempotent') {
    // "Duplicate" hints that an earlier attempt succeeded, so a look-up comes before a failure is shown to the user.
    if (reason === DUPLICATE && !wasLookedFor(effect))
      return unknown(effect, attempt, { cause: reason, words }, c);
    // The earlier call may have succeeded despite this refusal.
    if (attempt.repeats) return unknown(effect, attempt, { cause: attempt.repeats, words }, c);
  }
  return [
    reason === RECONNECT
      ? waitForAccount(effect, attemptId, refusal, c)
      : failed(effect, attemptId, refusal, c),
  ];
}

const DUPLICATE = 'duplicate';

/** The remote system refused the last attempt as a duplicate too, and a look-up found nothing. So it means another call with the same content. */
const wasLookedFor = ({ unclear, lastReason }: Effect): boolean =>
  unclear === DUPLICATE && lastReason === ('not-there' satisfies OwnReason);

/** Records that the worker of an attempt is lost, so that it is unknown whether its call was sent. */
export function loseWorker(effect: Effect, c: EffectContext): Move<never>[] {
  const { attempt, status } = effect;
  if (status !== 'attempting' || !attempt || Date.parse(attempt.deadline) > c.now.getTime()) return [];
  return unknown(effect, attempt, { cause: LOST_WORKER, words: null }, c);
}

/**
 * Records that the worker of an attempt made no call. This also settles an attempt that another worker has recorded as unknown in the meantime. The
 * effect is attempted again, and no try is used.
 */
export function notStarted(
  effect: Effect,
  attemptId: string,
  reason: NotStartedReason,
  c: EffectContext,
): Move<never>[] {
  if (!isOpen(effect, attemptId)) return [];
  if (attemptsExhausted(effect, c) && !effect.attempt?.repeats)
    return [
      failed(
        effect,
        attemptId,
        { reason: 'not-started' satisfies OwnReason, words: null, retryable: false },
        c,
      ),
    ];
  const soon = iso(c.now.getTime() + c.times.firstLookUp);
  return [{ kind: 'notStarted', attemptId, reason, dueAt: iso(postponedUntil(effect, soon, c)) }];
}

/**
 * Ends an attempt whose call is not made, and whose intent may be stored now, later or never. If the stream does not contain the intent, the
 * returned move takes its place there. The log then refuses the intent, because another event has the expected revision.
 */
export function withdraw(effect: Effect, before: Effect, attemptId: string, c: EffectContext): Move<never>[] {
  if (isOpen(effect, attemptId)) return notStarted(effect, attemptId, 'out-of-reach', c);
  // Another event has already taken the place, or a repetition would do no harm.
  const isUnchanged =
    effect.status === before.status &&
    effect.attempt?.attemptId === before.attempt?.attemptId &&
    effect.eventCount === before.eventCount;
  if (!isUnchanged || c.rule === 'idempotent' || effect.eventCount >= c.times.maxEvents) return [];
  const until = iso(c.now.getTime() + c.times.firstLookUp);
  return [
    {
      kind: 'postponed',
      attemptId: null,
      reason: 'not-started' satisfies OwnReason,
      words: null,
      until,
    },
  ];
}

/**
 * A failed preparation uses a try, as an attempt does. If the account must be reconnected first, the effect waits for that. If the call may be
 * repeated, the open attempt of a lost worker ends too, because no later step would end that attempt.
 */
export function failPreparation(effect: Effect, refusal: RefusedAttempt, c: EffectContext): Move<never>[] {
  const { attempt, status } = effect;
  const lost = status === 'attempting' && nextStep(effect, c).kind === 'attempt' ? attempt : null;
  if (!isWaiting(effect) && !lost) return [];
  const attemptId = lost?.attemptId ?? null;
  return [
    refusal.reason === RECONNECT
      ? waitForAccount(effect, attemptId, refusal, c)
      : failed(effect, attemptId, refusal, c),
  ];
}

/**
 * Delays the next try without using one. An event is recorded when the delay reaches a minute, and again each time it has doubled. Otherwise only
 * the table row moves.
 */
export function postpone(
  effect: Effect,
  { reason, words, until, ...details }: Omit<Postponement, 'kind'>,
  c: EffectContext,
): Move<never>[] {
  if (!isWaiting(effect) || effect.eventCount >= c.times.maxEvents) return [];
  const at = Math.min(Date.parse(until), giveUpAt(effect, c));
  const since = Date.parse(effect.requestedAt ?? c.firstDueAt);
  const planned = effect.dueAt === null ? since : Date.parse(effect.dueAt);
  const mustRecord =
    effect.waitsFor === null
      ? at - planned >= c.times.defaultPostponement
      : at - since >= 2 * (planned - since);
  return mustRecord
    ? [{ kind: 'postponed', attemptId: null, reason, words, until: iso(at), ...detailsOf(details) }]
    : [];
}

const GAVE_UP = 'gave-up' satisfies OwnReason;

/** Fails an effect whose time limit is over. */
export function giveUp(effect: Effect, c: EffectContext): Move<never>[] {
  if (nextStep(effect, c).kind !== 'give-up') return [];
  const { waitsFor, lastReason, lastWords: words, lastSaid } = effect;
  const reason = waitsFor === RECONNECT ? RECONNECT : (lastReason ?? GAVE_UP);
  const end = { kind: 'failed', attemptId: null, reason, retryAt: null } as const;
  // The stored sentence says that the effect waits. The one for this reason has the same names and figures.
  return [reason === GAVE_UP && lastSaid ? { ...end, words: null, ...lastSaid } : { ...end, words }];
}

/** Fails an effect whose account was disconnected instead of reconnected. */
export function loseAccount(effect: Effect, c: EffectContext): Move<never>[] {
  if (nextStep(effect, c).kind !== 'reconnect') return [];
  return [
    {
      kind: 'failed',
      attemptId: null,
      reason: 'account-missing' satisfies OwnReason,
      words: null,
      retryAt: null,
    },
  ];
}

/** Continues an effect whose account was connected again. Empty if the effect did not wait for that. */
export const resume = (effect: Effect, now: Date): Move<never>[] =>
  effect.waitsFor === RECONNECT && isWaiting(effect) ? [{ kind: 'resumed', at: now.toISOString() }] : [];

/** Records a success. The first one ends the retries; a later one can show that the post exists twice. */
export const done = <Result>(
  { status }: Effect,
  attemptId: string | null,
  result: Result,
  evidence: Evidence,
  c: EffectContext,
): Move<Result> => ({
  kind: status === 'done' ? 'doneAgain' : 'done',
  attemptId,
  result,
  evidence,
  at: c.now.toISOString(),
});

/** Records that it is unknown whether the call arrived. */
export function unknown(
  effect: Effect,
  attempt: Attempt,
  { cause, words }: Readonly<{ cause: string; words: string | null }>,
  c: EffectContext,
): Move<never>[] {
  if (effect.status === 'unknown') return [];
  const { attemptId } = attempt;
  const lookUntil = c.rule === 'after-negative-look-up' ? iso(decisiveAt(attempt, c)) : null;
  return [{ kind: 'unknown', attemptId, cause, words, dueAt: firstLookUpAt(effect, c), lookUntil }];
}

/** @param at when the next try is due, in milliseconds since 1970; by default after the usual pause */
export function failed(
  effect: Effect,
  attemptId: string | null,
  { reason, words, retryable, ...details }: Omit<RefusedAttempt, 'kind'>,
  c: EffectContext,
  at?: number,
): Move<never> {
  const tries = effect.tries + (attemptId === null ? 1 : 0);
  const next = at ?? retryAt(effect, tries, c);
  const mayRetry =
    retryable && effect.eventCount < c.times.maxEvents && tries < c.times.tries && next < giveUpAt(effect, c);
  const nextTryAt = mayRetry ? iso(next) : null;
  return { kind: 'failed', attemptId, reason, words, retryAt: nextTryAt, ...detailsOf(details) };
}

/** The effect waits for its account until the time limit. Nothing was sent, and no try is used. */
function waitForAccount(
  effect: Effect,
  attemptId: string | null,
  refusal: RefusedAttempt,
  c: EffectContext,
): Move<never> {
  const until = giveUpAt(effect, c);
  // An account that is repeatedly disconnected is not usable.
  if (c.pace === 'limited' && (until <= c.now.getTime() || attemptsExhausted(effect, c)))
    return failed(effect, attemptId, refusal, c);
  return { kind: 'postponed', attemptId, reason: RECONNECT, words: refusal.words, until: iso(until) };
}

const isWaiting = ({ status }: Effect): boolean => status === 'scheduled' || status === 'retrying';

/** Whether the outcome of this attempt is still open. */
const isOpen = ({ attempt, status }: Effect, attemptId: string): boolean =>
  attempt?.attemptId === attemptId && (status === 'attempting' || status === 'unknown');
