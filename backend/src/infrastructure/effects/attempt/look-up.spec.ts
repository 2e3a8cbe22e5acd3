import { expect, it } from '@jest/globals';
import {
  decisiveAt,
  timeAfterNegativeLookUp,
  timeAfterPendingLookUp,
  nextPollTime,
} from './look-up-times.ts';
import { askForRetry } from './ask-for-retry.ts';
import type { Effect } from './effect.ts';
import { recordLookUp } from './look-up.ts';
import { evolve, type Move } from './move.ts';
import { nextStep, settle, start } from './rules.ts';
import {
  after,
  asked,
  at,
  contextAt,
  done,
  failed,
  looked,
  started,
  taken,
  unclear,
} from './testing/moves.ts';

const absent = { kind: 'absent' } as const;
const pending = { kind: 'pending' } as const;
const found = { kind: 'done', result: '42' } as const;
const refused = { kind: 'refused', reason: 'rejected', words: null, retryable: false } as const;
const first = 'attempt-1';
const unknown = after(started(), unclear(32));

it('accepts a found post as proof: by look-up for an unknown outcome, by status for an accepted one', () => {
  expect(recordLookUp(unknown, first, found, contextAt(32))).toEqual([done('look-up', 32)]);
  expect(recordLookUp(after(started(), taken(1)), first, found, contextAt(11))).toEqual([done('status', 11)]);
});

it('fails an attempt that the remote system reports as failed, and only the last one', () => {
  expect(recordLookUp(unknown, first, refused, contextAt(32))).toEqual([failed(null, first, 'rejected')]);
  const again = after(started(), unclear(32), started(2, 32));
  expect(recordLookUp(again, first, refused, contextAt(40))).toEqual([]);
});

it('does not accept an absence before a late call would have arrived and be visible', () => {
  const once = after(started(), unclear(32), looked('absent', 32, 128));
  for (const seconds of [60, 240, 359])
    expect(recordLookUp(once, first, absent, contextAt(seconds))).toEqual([]);
  expect(recordLookUp(once, first, absent, contextAt(360))).toEqual([
    looked('absent', 360, 360),
    { ...failed(360), reason: 'not-there' },
  ]);
});

it("fails a refused call once a look-up does not find it, without sending it again, and records the refusal's words", () => {
  const doubted = { ...unclear(32, 'refused', 360), words: 'No replies here.' } as Move<never>;
  const once = after(started(), doubted, looked('absent', 32, 128));
  expect(recordLookUp(once, first, absent, contextAt(360))).toEqual([
    looked('absent', 360, 360),
    { ...failed(null), reason: 'rejected', words: 'No replies here.' },
  ]);
  // A person who requests another try knows about the refusal.
  const wish = { ...asked(200), lookUntil: at(360) } as Move<never>;
  const requestedAgain = after(started(), doubted, looked('absent', 32, 128), wish);
  expect(recordLookUp(requestedAgain, first, absent, contextAt(360))).toEqual([
    looked('absent', 360, 360),
    { ...failed(360), reason: 'not-there' },
  ]);
});

it('fails a call after three tries, minutes apart, when each gets an error and a look-up finds nothing', () => {
  const tried: number[] = [];
  let effect = after();
  for (let second = 0; effect.status !== 'failed' && second < 24 * 3600; second += 1) {
    const c = contextAt(second);
    const step = nextStep(effect, c).kind;
    const attemptId = `attempt-${String(tried.length + 1)}`;
    const moves = {
      attempt: () => start(effect, attemptId, c),
      'look-up': () => recordLookUp(effect, effect.attempt?.attemptId ?? '', absent, c),
      wait: () => [],
    }[step as 'attempt' | 'look-up' | 'wait']();
    effect = moves.reduce<Effect>(evolve, effect);
    if (step !== 'attempt') continue;
    tried.push(second);
    const outcome = { kind: 'unknown', cause: 'server-error', words: null } as const;
    effect = settle(effect, attemptId, outcome, c).reduce<Effect>(evolve, effect);
  }
  expect(effect).toMatchObject({ status: 'failed', lastReason: 'not-there' });
  expect(tried).toEqual([0, 361, 722]);
});

it('does not accept a single absence, and leaves the decision to a person if the rule requires that', () => {
  const late = after(started(), unclear(362));
  expect(recordLookUp(late, first, absent, contextAt(362))).toEqual([looked('absent', 362, 364)]);
  const state = after(started(), unclear(null), looked('absent', 48, null));
  expect(recordLookUp(state, first, absent, contextAt(400, { rule: 'never' }))).toEqual([
    looked('absent', 400, null),
  ]);
});

it('records a failed look-up once, and concludes nothing from it', () => {
  const broken = { kind: 'failed', words: null } as const;
  expect(recordLookUp(unknown, first, broken, contextAt(32))).toEqual([looked('failed', 32, 48)]);
  const state = after(started(), unclear(32), looked('failed', 32, 48));
  expect(recordLookUp(state, first, broken, contextAt(48))).toEqual([]);
});

it('keeps asking while the remote system works; an accepted effect becomes unknown after half an hour', () => {
  const accepted = after(started(), taken(1));
  expect(recordLookUp(unknown, first, pending, contextAt(32))).toEqual([]);
  expect(recordLookUp(unknown, first, pending, contextAt(6 * 3600))).toEqual([
    looked('cannot-tell', 6 * 3600, null),
  ]);
  expect(recordLookUp(accepted, first, pending, contextAt(1800))).toEqual([]);
  expect(recordLookUp(accepted, first, pending, contextAt(1801))).toEqual([unclear(1803, 'no-answer', 360)]);
});

it('keeps asking about an accepted effect that became unknown, also where other unknown outcomes are left to a person', () => {
  const accepted = after(started(), taken(1));
  const c = (seconds: number) => contextAt(seconds, { rule: 'never' });
  const moves = recordLookUp(accepted, first, pending, c(1801));
  expect(moves).toEqual([unclear(1803, 'no-answer')]);
  const doubted = moves.reduce<Effect>(evolve, accepted);
  expect(nextStep(doubted, c(1803)).kind).toBe('look-up');
  expect(recordLookUp(doubted, first, found, c(1803))).toEqual([done('look-up', 1803)]);
  expect(settle(after(started()), first, { kind: 'unknown', cause: 'timeout', words: null }, c(30))).toEqual([
    unclear(null),
  ]);
});

it('asks about an accepted effect after 5, 10, 20, 40 seconds and then every minute', () => {
  const waits = [1, 6, 16, 36, 76, 136].map(
    (seconds) =>
      (Date.parse(nextPollTime(after(started(), taken(1)), {}, contextAt(seconds))) -
        Date.parse(at(seconds))) /
      1000,
  );
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
});

it('asks no sooner than the remote system allows', () => {
  const later = { until: at(300) };
  expect(nextPollTime(after(started(), taken(1)), later, contextAt(6))).toBe(at(300));
  expect(timeAfterPendingLookUp(unknown, later, contextAt(32))).toBe(at(300));
});

it('looks up for the last time exactly when an absence becomes proof', () => {
  const { attempt } = unknown;
  if (!attempt) throw new Error('no attempt');
  expect(timeAfterNegativeLookUp(attempt, contextAt(128))).toBe(at(360));
});

it('uses the delay that each remote system states for showing a post, five minutes at most', () => {
  const { attempt } = unknown;
  if (!attempt) throw new Error('no attempt');
  const decidedAfter = (visibility: number, isLateCallHarmless: boolean) =>
    (decisiveAt(attempt, contextAt(0, { visibleAfterMs: visibility, isLateCallHarmless })) -
      Date.parse(at(30))) /
    1000;
  expect([30_000, 60_000, 3_600_000].map((visibility) => decidedAfter(visibility, true))).toEqual([
    30, 60, 300,
  ]);
  expect([30_000, 60_000].map((visibility) => decidedAfter(visibility, false))).toEqual([330, 360]);
});

it('lets a person ask for another try of a failed or unknown effect, by the same rule or at their own risk', () => {
  const wish = { atOwnRisk: false, isLookedUp: true };
  const asked = { kind: 'asked', at: at(99), dueAt: at(99), lookUntil: null, atOwnRisk: false };
  expect(askForRetry(after(started()), wish, contextAt(99))).toBeNull();
  expect(askForRetry(after(started(), failed(null)), wish, contextAt(99))).toEqual([asked]);
  expect(askForRetry(unknown, wish, contextAt(99))).toEqual([
    { ...asked, dueAt: at(360), lookUntil: at(360) },
  ]);
  expect(askForRetry(unknown, { ...wish, isLookedUp: false }, contextAt(99, { rule: 'never' }))).toEqual([
    { ...asked, dueAt: at(330) },
  ]);
  expect(askForRetry(unknown, { ...wish, atOwnRisk: true }, contextAt(99))).toEqual([
    { ...asked, atOwnRisk: true },
  ]);
});
