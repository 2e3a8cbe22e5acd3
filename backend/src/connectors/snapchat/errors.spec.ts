import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { SnapchatError } from './client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (status: number, words: string | null, spoken = true, headers: Record<string, string> = {}) =>
  new SnapchatError(status, words, headers, spoken);

it.each([
  [200, 'Invalid description', true, 'rejected', false],
  [400, 'Invalid title', true, 'rejected', false],
  [400, 'Media 1 was not found or has expired', true, 'media-lost', true],
  [403, 'Not allowlisted', true, 'not-allowed', false],
  [403, '<html>challenge</html>', false, 'server', true],
  [404, 'Public Profile was not found', true, 'not-found', false],
  [413, null, true, 'media-rejected', false],
] as const)('classifies %i %j (spoken: %s) as %s (again: %s)', (status, words, spoken, reason, retryable) => {
  const refused = { kind: 'refused', reason, retryable };
  expect(callOutcome(error(status, words, spoken), now)).toMatchObject(refused);
  expect(stepOutcome(error(status, words, spoken), now)).toMatchObject(refused);
});
it.each([500, 502, 503, 504, 408])('treats the outcome of a post answered with %i as unknown', (status) => {
  expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  expect(stepOutcome(error(status, null), now)).toMatchObject({ reason: 'server', retryable: true });
});
it('waits as long as the platform asks', () => {
  expect(callOutcome(error(429, null, true, { 'retry-after': '30' }), now)).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    until: '2030-01-01T12:00:30.000Z',
  });
});
it('leaves open a request that broke off after it was sent', () => {
  const reset = new OutgoingError('reset', true, 'businessapi.snapchat.com', '');
  expect(callOutcome(reset, now)).toMatchObject({ kind: 'unknown', cause: 'reset' });
});
