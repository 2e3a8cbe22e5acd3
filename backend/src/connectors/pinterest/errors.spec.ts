import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { PinterestError } from './client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (status: number, isPinterests = true, headers: Record<string, string> = {}) =>
  new PinterestError(status, 'No', headers, isPinterests);

it.each([
  [400, true, 'rejected', false],
  [403, true, 'rejected', false],
  [404, true, 'not-found', false],
  [413, true, 'media-rejected', false],
  [401, false, 'server', true],
  [403, false, 'server', true],
])(
  "maps %i (Pinterest's own: %s) to the reason %s (retryable: %s)",
  (status, isPinterests, reason, retryable) => {
    expect(callOutcome(error(status, isPinterests), now)).toMatchObject({
      kind: 'refused',
      reason,
      retryable,
    });
  },
);
it.each([500, 502, 503, 408])(
  'treats %i as an unknown outcome of the final call, but as a retryable refusal of an earlier step',
  (status) => {
    expect(callOutcome(error(status), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status), now)).toMatchObject({
      kind: 'refused',
      reason: 'server',
      retryable: true,
    });
  },
);
it('waits as long as the headers say', () => {
  expect(callOutcome(error(429, true, { 'retry-after': '90' }), now)).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    until: '2030-01-01T12:01:30.000Z',
  });
});
it('has an unknown outcome only for a sent request without a response', () => {
  const timeout = (sent: boolean) => new OutgoingError('timeout', sent, 'api.pinterest.com', 'too slow');
  expect(callOutcome(timeout(true), now)).toMatchObject({ kind: 'unknown', cause: 'timeout' });
  expect(callOutcome(timeout(false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
});
