import { HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import type { Move } from './move.ts';
import { failPreparation, giveUp, loseAccount, loseWorker, nextStep, notStarted } from './rules.ts';
import { postpone, resume, settle, start, withdraw, type AttemptOutcome } from './rules.ts';
import { after, asked, at, contextAt, done, failed, looked, notMade } from './testing/moves.ts';
import { started, taken, unclear, waiting } from './testing/moves.ts';

const found = { kind: 'done', result: '42' } as const;
const network = { kind: 'refused', reason: 'network', words: null, retryable: true } as const;
const timeout = { kind: 'unknown', cause: 'timeout', words: null } as const;
const revoked = { kind: 'refused', reason: 'reconnect', words: null, retryable: false } as const;
const attempt1 = 'attempt-1';

it('waits for the due time of an effect, then attempts its call', () => {
  expect(nextStep(after(), contextAt(-1))).toEqual({ kind: 'wait', until: at(0) });
  expect(nextStep(after(), contextAt(0))).toEqual({ kind: 'attempt' });
  expect(start(after(), attempt1, contextAt(-1))).toEqual([]);
});

it('records an intent with its number, latest start and deadline, for only one worker', () => {
  expect(start(after(), attempt1, contextAt(0))).toEqual([started()]);
  expect(start(after(started()), 'attempt-2', contextAt(1))).toEqual([]);
  expect(start(after(started(), failed(60)), 'attempt-2', contextAt(59))).toEqual([]);
  expect(start(after(started(), failed(60)), 'attempt-2', contextAt(60))).toEqual([started(2, 60)]);
});

it('does not touch an attempt until its deadline; then the outcome of a lost worker is unknown', () => {
  expect(nextStep(after(started()), contextAt(29))).toEqual({ kind: 'wait', until: at(30) });
  expect(nextStep(after(started()), contextAt(30))).toEqual({ kind: 'lost-worker' });
  expect(loseWorker(after(started()), contextAt(29))).toEqual([]);
  expect(loseWorker(after(started()), contextAt(30))).toEqual([unclear(32, 'lost-worker', 360)]);
});

it('repeats the attempt of a lost worker if a repetition does no harm', () => {
  expect(nextStep(after(started()), contextAt(30, { rule: 'idempotent' }))).toEqual({ kind: 'attempt' });
});

it('records a failed preparation after a lost attempt only if a repetition of the attempt does no harm', () => {
  const gone = { kind: 'refused', reason: 'gone', words: null, retryable: false } as const;
  const idempotent = (seconds: number) => contextAt(seconds, { rule: 'idempotent' });
  expect(failPreparation(after(started()), gone, idempotent(29))).toEqual([]);
  expect(failPreparation(after(started()), gone, idempotent(30))).toEqual([failed(null, attempt1, 'gone')]);
  expect(failPreparation(after(started()), gone, contextAt(30))).toEqual([]);
  const moves = failPreparation(after(started()), revoked, idempotent(30));
  expect(moves).toMatchObject([{ kind: 'postponed', attemptId: attempt1, reason: 'reconnect' }]);
  expect(after(started(), ...moves)).toMatchObject({ status: 'retrying', waitsFor: 'reconnect' });
});

it('asks about an unknown or accepted effect, and repeats only what the remote system recognizes as the same call', () => {
  const unknown = after(started(), unclear(32));
  expect(nextStep(unknown, contextAt(32))).toEqual({ kind: 'look-up' });
  expect(nextStep(unknown, contextAt(32, { rule: 'always' }))).toEqual({ kind: 'attempt' });
  expect(nextStep(after(started(), taken(1)), contextAt(6))).toEqual({ kind: 'poll' });
});

it('has nothing to do when the effect is over or a person decides', () => {
  for (const end of [failed(null), done('answer', 1), unclear(null)])
    expect(nextStep(after(started(), end), contextAt(99))).toEqual({ kind: 'nothing' });
});

it('accepts a late success, and records a second success of an effect as `doneAgain`', () => {
  for (const moves of [[], [unclear(null)], [failed(null)], [failed(60)]])
    expect(settle(after(started(), ...moves), attempt1, found, contextAt(40))).toEqual([done('answer', 40)]);
  expect(settle(after(started(), done('look-up', 32)), attempt1, found, contextAt(40))).toEqual([
    { ...done('answer', 40), kind: 'doneAgain' },
  ]);
});

it('ignores other outcomes of an attempt that is settled or is not the last one', () => {
  expect(settle(after(started(), done('look-up', 32)), attempt1, network, contextAt(33))).toEqual([]);
  expect(settle(after(started(), failed(60), started(2, 60)), attempt1, network, contextAt(61))).toEqual([]);
});

it('retries a temporary failure, six times and within the time limit', () => {
  const tries = (count: number): Move[] =>
    Array.from({ length: count }, (_, index) => [
      started(index + 1),
      failed(60, `attempt-${String(index + 1)}`),
    ]).flat();
  expect(settle(after(started()), attempt1, network, contextAt(1))).toEqual([failed(31)]);
  expect(settle(after(...tries(5), started(6)), 'attempt-6', network, contextAt(1))).toEqual([
    failed(null, 'attempt-6'),
  ]);
  expect(
    settle(after(started(1, 6 * HOUR_SECONDS - 20)), attempt1, network, contextAt(6 * HOUR_SECONDS - 10)),
  ).toEqual([failed(null)]);
  expect(failPreparation(after(), network, contextAt(0))).toEqual([failed(30, null)]);
});

it('never repeats blindly: the remote system or a person decides about an unclear call', () => {
  const settled = (rule: 'after-negative-look-up' | 'always' | 'never' | 'idempotent') =>
    settle(after(started()), attempt1, timeout, contextAt(30, { rule }));
  expect(settled('after-negative-look-up')).toEqual([unclear(32, 'timeout', 360)]);
  expect(settled('never')).toEqual([unclear(null)]);
  expect(settled('always')).toEqual([unclear(32)]);
  // A repetition does no harm here.
  expect(settled('idempotent')).toEqual([failed(60, attempt1, 'timeout')]);
});

it('takes "duplicate" as a hint that the post exists, and does not take a refused repetition as proof', () => {
  const duplicate = { ...network, reason: 'duplicate', retryable: false };
  expect(settle(after(started()), attempt1, duplicate, contextAt(1))).toEqual([unclear(3, 'duplicate', 360)]);
  const repeated = after(started(), unclear(32), started(2, 32));
  expect(settle(repeated, 'attempt-2', revoked, contextAt(33, { rule: 'always' }))).toMatchObject([
    { kind: 'unknown', attemptId: 'attempt-2', cause: 'timeout' },
  ]);
});

it('takes a second "duplicate" for a refusal, if a look-up has found nothing after the first', () => {
  const words = 'You are not allowed to create a Tweet with duplicate content.';
  const duplicate = { ...network, reason: 'duplicate', words, retryable: false };
  const again = (cause: string) =>
    after(
      started(),
      unclear(3, cause, 360),
      looked('absent', 360, 360),
      failed(360, 'attempt-1', 'not-there'),
      started(2, 360),
    );
  expect(settle(again('duplicate'), 'attempt-2', duplicate, contextAt(361))).toEqual([
    { ...failed(null, 'attempt-2', 'duplicate'), words },
  ]);
  // The first call may have made the post after all.
  expect(settle(again('timeout'), 'attempt-2', duplicate, contextAt(361))).toMatchObject([
    { kind: 'unknown', cause: 'duplicate' },
  ]);
});

it('does not count a try that is postponed, not started, or waits for its account', () => {
  const limited: AttemptOutcome<string> = {
    kind: 'postponed',
    reason: 'rate-limit',
    words: null,
    until: at(20),
  };
  const ends: readonly Move[][] = [
    settle(after(started()), attempt1, limited, contextAt(1)),
    settle(after(started()), attempt1, revoked, contextAt(1)),
    notStarted(after(started()), attempt1, 'too-late', contextAt(5)),
  ];
  expect(ends).toMatchObject([
    [{ kind: 'postponed', until: at(20) }],
    [waiting(6 * HOUR_SECONDS, attempt1)],
    [notMade(7)],
  ]);
  for (const moves of ends)
    expect(after(started(), ...moves)).toMatchObject({ status: 'retrying', tries: 0 });
});

it("accepts a worker's report that it made no call, for its own attempt and until the outcome is known", () => {
  const report = (...moves: Move[]) =>
    notStarted(after(started(), ...moves), attempt1, 'too-late', contextAt(40));
  expect(report(unclear(null, 'lost-worker'))).toEqual([notMade(42)]);
  for (const moves of [[failed(null)], [failed(40), started(2, 40)], [done('person', 35)]])
    expect(report(...moves)).toEqual([]);
});

it('takes the place of an intent that may still be stored, unless another event has taken it', () => {
  const before = after();
  const withdrawn = (...moves: Move[]) => withdraw(after(...moves), before, attempt1, contextAt(40));
  expect(withdrawn()).toMatchObject([{ kind: 'postponed', attemptId: null, until: at(42) }]);
  expect(withdrawn(started())).toMatchObject([{ kind: 'notStarted', attemptId: attempt1, dueAt: at(42) }]);
  const taken: Move[][] = [[...withdrawn()], [started(2, 30)], [failed(50, null)], [{ kind: 'other' }]];
  for (const moves of taken) expect(withdrawn(...moves)).toEqual([]);
  expect(withdraw(before, before, attempt1, contextAt(40, { rule: 'idempotent' }))).toEqual([]);
});

it('keeps an unknown outcome unknown when its repetition was not started', () => {
  const effect = after(started(), unclear(2), started(2, 2), notMade(4, 2));
  expect(effect).toMatchObject({ status: 'unknown', unclear: 'timeout', tries: 1 });
});

it('continues an effect when its account is reconnected, and fails it when the account is missing or no time is left', () => {
  const waits = after(waiting(6 * HOUR_SECONDS));
  expect(nextStep(waits, contextAt(10))).toEqual({ kind: 'reconnect' });
  expect(resume(waits, new Date(at(10)))).toEqual([{ kind: 'resumed', at: at(10) }]);
  expect(nextStep(after(waiting(6 * HOUR_SECONDS), { kind: 'resumed', at: at(10) }), contextAt(10))).toEqual({
    kind: 'attempt',
  });
  expect(resume(after(), new Date(at(10)))).toEqual([]);
  expect(loseAccount(waits, contextAt(10))).toEqual([failed(null, null, 'account-missing')]);
  expect(giveUp(waits, contextAt(6 * HOUR_SECONDS))).toEqual([failed(null, null, 'reconnect')]);
});

it('gives up with the last message of the remote system, and with no description of the connection', () => {
  const refusals: Move[] = [
    { ...failed(30, attempt1, 'server'), words: 'Gone fishing.' } as Move<never>,
    { ...failed(60, attempt1, 'network'), words: 'a.example: timed out' } as Move<never>,
  ];
  expect(after(started(), ...refusals)).toMatchObject({ lastWords: 'Gone fishing.' });
  expect(after(started(), ...refusals.slice(1))).toMatchObject({ lastWords: null });
});

it('gives up with the names and figures of the check for which the effect waited', () => {
  const said = { variant: 'quota', values: { platform: 'Threads' } };
  const quota = { kind: 'postponed', attemptId: null, reason: 'rate-limit', until: at(60) } as const;
  const waits = after({ ...quota, words: 'The quota is used up.', ...said });
  const end = { ...failed(null, null, 'gave-up'), words: null };
  expect(giveUp(waits, contextAt(6 * HOUR_SECONDS))).toEqual([{ ...end, ...said }]);
  const throttled = after({ ...quota, words: null, ...said }, { ...quota, words: 'Slow down.' });
  expect(giveUp(throttled, contextAt(6 * HOUR_SECONDS))).toEqual([{ ...end, words: 'Slow down.' }]);
});

it('gives up an effect exactly after six hours, and starts it again when a person requests that', () => {
  const tried = after(started(), failed(60, attempt1, 'rejected'));
  expect(giveUp(tried, contextAt(6 * HOUR_SECONDS - 1))).toEqual([]);
  expect(giveUp(tried, contextAt(6 * HOUR_SECONDS))).toEqual([failed(null, null, 'rejected')]);
  expect(giveUp(after(), contextAt(6 * HOUR_SECONDS))).toEqual([failed(null, null, 'gave-up')]);
  const again = after(started(), failed(null), asked(10 * HOUR_SECONDS));
  expect(again).toMatchObject({ status: 'retrying', tries: 0 });
  expect(nextStep(again, contextAt(10 * HOUR_SECONDS))).toEqual({ kind: 'attempt' });
});

it('records a postponement that makes an effect a minute late, and again each time the delay has doubled', () => {
  const recordedFor =
    (...history: Move[]) =>
    (until: number) =>
      postpone(after(...history), { reason: 'breaker', words: null, until: at(until) }, contextAt(0)).length;
  expect([59, 60].map(recordedFor())).toEqual([0, 1]);
  const move: Move = { kind: 'postponed', attemptId: null, reason: 'breaker', words: null, until: at(60) };
  expect([119, 120].map(recordedFor(move))).toEqual([0, 1]);
});

it('does not count the events of an attempt whose worker was lost', () => {
  const killed = (number: number): Move[] => [
    started(number),
    unclear(null, 'lost-worker'),
    looked('absent', 40, null),
  ];
  expect(after(...killed(1), failed(60)).eventCount).toBe(0);
  expect(after(started(), unclear(32), failed(60)).eventCount).toBe(3);
});
