import { expect, it } from '@jest/globals';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { GraphError } from './graph-error.ts';
import { isTransient, OUTCOMES, refusesToken, saysMissing } from './graph-outcomes.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
type ErrorExtras = Readonly<{ status?: number; headers?: Record<string, string>; [name: string]: unknown }>;

function error(code: number | null, subcode?: number, extra: ErrorExtras = {}): GraphError {
  const { status = 400, headers = {}, ...rest } = extra;
  const body = { error: { message: 'No.', code, error_subcode: subcode, ...rest } };
  return new GraphError(
    { status, headers, body: Buffer.alloc(0) },
    JSON.parse(JSON.stringify(body)) as JsonValue,
  );
}
const page = (status: number) =>
  new GraphError({ status, headers: {}, body: Buffer.from('<html>') }, undefined);

it.each([
  [10, undefined, 'reconnect', false],
  [3, undefined, 'reconnect', false],
  [200, undefined, 'reconnect', false],
  [299, undefined, 'reconnect', false],
  [190, 463, 'reconnect', false],
  [102, undefined, 'reconnect', false],
  [100, undefined, 'rejected', false],
  [100, 33, 'not-found', false],
  [506, undefined, 'duplicate', false],
  [368, 1404082, 'duplicate', false],
  [1609005, undefined, 'rejected', false],
  [1705, undefined, 'rejected', false],
  [389, undefined, 'media-unreachable', true],
  [382, undefined, 'media-rejected', false],
  [352, undefined, 'media-rejected', false],
  [6000, undefined, 'media-lost', true],
  [6001, undefined, 'media-lost', true],
  [100, 1366046, 'media-rejected', false],
  [-2, 2207003, 'media-unreachable', true],
  [9004, 2207052, 'media-unreachable', true],
  [-2, 2207020, 'media-lost', true],
  [24, 2207008, 'media-lost', true],
  [24, 2207006, 'not-found', false],
  [25, 2207050, 'rejected', false],
  [36000, 2207004, 'media-rejected', false],
  [36001, 2207005, 'media-rejected', false],
  [36003, 2207009, 'media-rejected', false],
  [36004, 2207010, 'too-long', false],
  [352, 2207026, 'media-rejected', false],
  [100, 2207028, 'rejected', false],
] as const)('for code %i/%s, has the reason %s (retryable: %s)', (code, subcode, reason, retryable) => {
  const expected = { kind: 'refused', reason, retryable };
  expect(callOutcome(error(code, subcode), now)).toMatchObject(expected);
  expect(stepOutcome(error(code, subcode), now)).toMatchObject(expected);
});

it.each([
  ['1', error(1)],
  ['2', error(2)],
  ['is_transient', error(-1, undefined, { is_transient: true })],
  ['500 with an unknown code', error(999, undefined, { status: 500 })],
  ['a page with 502', page(502)],
  ['408', page(408)],
  ['2207001', error(-1, 2207001)],
  ['2207032', error(-1, 2207032)],
  ['2207053', error(-1, 2207053)],
  ['-1 without a known subcode', error(-1)],
])(
  'after %s, has an unknown outcome for the final call, and allows a retry of other steps',
  (_name, fault) => {
    expect(callOutcome(fault, now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(fault, now)).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
    expect(isTransient(fault)).toBe(true);
  },
);

it('after spam protection, has an unknown outcome, because the post may be published', () => {
  expect(callOutcome(error(4, 2207051), now)).toMatchObject({ kind: 'unknown' });
  expect(stepOutcome(error(4, 2207051), now)).toMatchObject({ reason: 'rejected', retryable: false });
});

it.each([
  [4, 'app'],
  [341, 'app'],
  [17, 'account'],
  [32, 'account'],
  [613, 'account'],
  [80001, 'account'],
  [80002, 'account'],
  [368, 'account'],
] as const)(
  'postpones after code %i, a limit of the %s, even if the error is marked as transient',
  (code, scope) => {
    const throttled = error(code, undefined, { is_transient: true });
    expect(callOutcome(throttled, now)).toMatchObject({ kind: 'postponed', reason: 'rate-limit', scope });
    expect(isTransient(throttled)).toBe(false);
  },
);

it('postpones until the time in the header, at most a day, and otherwise a quarter of an hour', () => {
  const usage = { '17': [{ type: 'pages', estimated_time_to_regain_access: 42 }] };
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) };
  expect(callOutcome(error(32, undefined, { headers }), now)).toMatchObject({
    until: '2030-01-01T12:42:00.000Z',
  });
  expect(callOutcome(error(32), now)).toMatchObject({ until: '2030-01-01T12:15:00.000Z' });
  const absurd = { '17': [{ estimated_time_to_regain_access: 1e300 }] };
  const unlimitedWait = { 'x-business-use-case-usage': JSON.stringify(absurd) };
  expect(callOutcome(error(32, undefined, { headers: unlimitedWait }), now)).toMatchObject({
    until: '2030-01-02T12:00:00.000Z',
  });
  expect(callOutcome(error(9007, 2207027), now)).toMatchObject({
    reason: 'processing',
    until: '2030-01-01T12:00:10.000Z',
  });
});

it('returns the message that Meta wrote for people, but not an HTML page', () => {
  const withUserMessage = error(100, undefined, { error_user_msg: 'The photo is too large.' });
  expect(callOutcome(withUserMessage, now)).toMatchObject({ words: 'The photo is too large.' });
  expect(callOutcome(page(403), now)).toMatchObject({ reason: 'server', retryable: true, words: null });
});

it('recognizes a refused token and a missing object', () => {
  expect([190, 102, 100, 2].map((code) => refusesToken(error(code)))).toEqual([true, true, false, false]);
  expect([error(100, 33), error(100), page(404)].map(saysMissing)).toEqual([true, false, false]);
});

it('distinguishes requests that were sent from requests that were not sent', () => {
  const lost = (sent: boolean) => new OutgoingError('reset', sent, 'graph.facebook.com', 'gone');
  expect(callOutcome(lost(false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
  expect(callOutcome(lost(true), now)).toMatchObject({ kind: 'unknown', cause: 'reset' });
  expect(callOutcome(new BreakerOpen('facebook', 5_000), now)).toMatchObject({ reason: 'breaker' });
  expect(() => callOutcome(new Error('a fault of ours'), now)).toThrow('a fault of ours');
});
