import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { MediaUnusable } from './images.ts';
import {
  callOutcomeWithoutResponse,
  KeysMissing,
  lookUpFailed,
  postponed,
  published,
  ReconnectNeeded,
  refused,
  retryTime,
  stepOutcomeWithoutResponse,
  wordsOf,
} from './outcomes.ts';

const now = new Date('2030-01-01T12:00:00Z');
const seconds = (headers: Record<string, string>) =>
  (retryTime(headers, now).getTime() - now.getTime()) / 1000;

it.each([
  [{ 'retry-after': '30' }, 30],
  [{ 'retry-after': 'Tue, 01 Jan 2030 12:02:00 GMT' }, 120],
  [{ 'ratelimit-reset': '1893499290' }, 90],
  [{ 'x-ratelimit-reset': '2030-01-01T12:05:00.000Z' }, 300],
  [{ 'x-rate-limit-reset': '1893499290' }, 90],
  [{ 'ratelimit-reset': '45' }, 45],
  [{ 'retry-after': '5', 'ratelimit-reset': '1893499290' }, 5],
  [{ 'ratelimit-reset': '1893499290', date: 'Tue, 01 Jan 2030 12:01:00 GMT' }, 30],
  [{}, 60],
  [{ 'retry-after': 'nonsense' }, 60],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after': '99999999' }, 86_400],
  [{ 'x-ratelimit-reset': '2029-01-01T12:05:00.000Z' }, 1],
])('for the headers %j, returns a wait of %i seconds', (headers, expected) => {
  expect(seconds(headers)).toBe(expected);
});

it('has an unknown outcome for the final call only if the request was sent', () => {
  const error = (failure: OutgoingError['failure'], sent: boolean) =>
    new OutgoingError(failure, sent, 'a.example', failure);
  expect(callOutcomeWithoutResponse(error('unreachable', false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
  expect(callOutcomeWithoutResponse(error('timeout', false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
  expect(callOutcomeWithoutResponse(error('blocked', false), now)).toMatchObject({
    kind: 'refused',
    retryable: false,
  });
  expect(callOutcomeWithoutResponse(error('timeout', true), now)).toMatchObject({
    kind: 'unknown',
    cause: 'timeout',
  });
  expect(callOutcomeWithoutResponse(error('reset', true), now)).toMatchObject({
    kind: 'unknown',
    cause: 'reset',
  });
  expect(callOutcomeWithoutResponse(error('redirected', true), now)).toMatchObject({
    kind: 'unknown',
    cause: 'unreadable',
  });
  expect(callOutcomeWithoutResponse(error('unreadable', true), now)).toMatchObject({
    kind: 'unknown',
    cause: 'unreadable',
  });
});
it('never reports an unknown outcome for a step that is safe to repeat', () => {
  expect(
    stepOutcomeWithoutResponse(new OutgoingError('timeout', true, 'a.example', 'slow'), now),
  ).toMatchObject({
    kind: 'refused',
    retryable: true,
  });
  expect(stepOutcomeWithoutResponse(new BreakerOpen('mastodon a.example', 20_000), now)).toMatchObject({
    kind: 'postponed',
    reason: 'breaker',
    until: '2030-01-01T12:00:20.000Z',
  });
  expect(stepOutcomeWithoutResponse(new ReconnectNeeded('revoked'), now)).toEqual({
    kind: 'refused',
    reason: 'reconnect',
    words: 'revoked',
    retryable: false,
  });
  expect(stepOutcomeWithoutResponse(new Error('a bug'), now)).toBeUndefined();
});
it('returns a message as one short line, and null for an HTML page', () => {
  expect(wordsOf(' too \n long ')).toBe('too long');
  expect(wordsOf('<html><body>502</body></html>')).toBeNull();
  expect(wordsOf('x'.repeat(900))).toHaveLength(500);
  expect(wordsOf('')).toBeNull();
});
it('has a permalink only for http and https URLs', () => {
  expect(published('1', 'javascript:alert(1)').permalink).toBeNull();
  expect(published('1', 'https://a.example/1').permalink).toBe('https://a.example/1');
});
it("returns the reason not-configured, without a message, if the operator's keys are missing", () => {
  const outcome = stepOutcomeWithoutResponse(new KeysMissing('X'), now);
  expect(outcome).toEqual({ kind: 'refused', reason: 'not-configured', words: null, retryable: true });
});
it('quotes the message of a platform that refused a file', () => {
  const outcome = stepOutcomeWithoutResponse(new MediaUnusable('Bad codec'), now);
  expect(outcome).toEqual({
    kind: 'refused',
    reason: 'media-rejected',
    words: 'Bad codec',
    retryable: false,
  });
});
it('tries a file again whose problem may pass', () => {
  const problem = checkSaid('media-rejected/unreadable', { file: '/media/a.png' });
  expect(stepOutcomeWithoutResponse(new MediaUnusable(problem, { isTemporary: true }), now)).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    retryable: true,
  });
});
it('quotes no description of a broken connection after a failed look-up', () => {
  const until = '2030-01-01T12:00:20.000Z';
  expect(lookUpFailed(refused('network', 'a.example: slow', true))).toEqual({ kind: 'failed', words: null });
  expect(lookUpFailed(refused('server', 'Busy.', true))).toEqual({ kind: 'failed', words: 'Busy.' });
  expect(lookUpFailed(postponed('breaker', 'a.example rests', new Date(until)))).toEqual({
    kind: 'failed',
    words: null,
    until,
  });
});
