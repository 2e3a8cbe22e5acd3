import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { ThreadsError } from './client.ts';
import { isTransient, OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
type ErrorExtras = Readonly<{
  status?: number;
  subcode?: number;
  transient?: boolean;
  words?: string | null;
}>;
const error = (
  code: number | null,
  { status = 400, subcode, transient = false, words = 'No' }: ErrorExtras = {},
) => new ThreadsError(status, code, subcode ?? null, transient, words, {});

it.each([
  [error(10), 'reconnect', false],
  [error(200), 'reconnect', false],
  [error(299), 'reconnect', false],
  [error(100), 'rejected', false],
  [error(3), 'rejected', false],
  [error(4, { subcode: 4279013 }), 'rejected', false],
  [error(100, { words: 'Param text must be at most 500 characters long.' }), 'too-long', false],
  [error(100, { words: 'The media could not be fetched from this URI.' }), 'media-unreachable', true],
  [error(24, { subcode: 4279009 }), 'container-missing', true],
  [error(100, { subcode: 33 }), 'container-missing', true],
  // "Invalid link attachment", seen with this code.
  [error(-1, { subcode: 4279047 }), 'rejected', false],
  [error(506), 'duplicate', false],
  [error(368, { subcode: 1404082 }), 'duplicate', false],
  [error(null, { status: 403, words: '<html>' }), 'server', true],
] as const)('for %s, has the reason %s (retryable: %s)', (response, reason, retryable) => {
  expect(callOutcome(response, now)).toMatchObject({ kind: 'refused', reason, retryable });
  expect(stepOutcome(response, now)).toMatchObject({ kind: 'refused', reason, retryable });
});

it.each([4, 341])('postpones for the whole app after code %i', (code) => {
  const until = '2030-01-01T12:15:00.000Z';
  expect(callOutcome(error(code), now)).toEqual({
    kind: 'postponed',
    reason: 'rate-limit',
    words: 'No',
    until,
    scope: 'app',
  });
});
it.each([17, 32, 613, 80002])('postpones for the account after code %i', (code) => {
  const outcome = callOutcome(error(code), now);
  expect(outcome).toMatchObject({ kind: 'postponed', reason: 'rate-limit' });
  expect(outcome).not.toHaveProperty('scope');
  expect(isTransient(error(code, { transient: true }))).toBe(false);
});
it.each([4, 100])('has an unknown outcome if spam protection stopped a post (code %i)', (code) => {
  const guarded = error(code, { subcode: 2207051 });
  expect(callOutcome(guarded, now)).toMatchObject({ kind: 'unknown' });
  expect(stepOutcome(guarded, now)).toMatchObject({ kind: 'refused', reason: 'rejected', retryable: false });
});
it('postpones until the time in the headers', () => {
  const throttled = new ThreadsError(429, 4, null, false, 'No', { 'retry-after': '90' });
  expect(callOutcome(throttled, now)).toMatchObject({ until: '2030-01-01T12:01:30.000Z' });
  const usage = JSON.stringify({ '42': [{ type: 'threads', estimated_time_to_regain_access: 42 }] });
  const busy = new ThreadsError(400, 17, null, false, 'No', { 'x-business-use-case-usage': usage });
  expect(callOutcome(busy, now)).toMatchObject({ until: '2030-01-01T12:42:00.000Z' });
});
it('postpones for an hour after a block', () => {
  expect(callOutcome(error(368), now)).toMatchObject({
    kind: 'postponed',
    reason: 'blocked',
    until: '2030-01-01T13:00:00.000Z',
  });
});

it.each([
  error(-1),
  error(1),
  error(2),
  error(100, { transient: true }),
  error(null, { status: 502 }),
  error(5, { status: 500 }),
])('after %s, has an unknown outcome for the final call, and allows a retry of other steps', (response) => {
  expect(callOutcome(response, now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  expect(stepOutcome(response, now)).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it('has an unknown outcome only if the request was sent', () => {
  const reset = (sent: boolean) => new OutgoingError('reset', sent, 'graph.threads.net', 'cut off');
  expect(callOutcome(reset(true), now)).toMatchObject({ kind: 'unknown', cause: 'reset' });
  expect(callOutcome(reset(false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
});
