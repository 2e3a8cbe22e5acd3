import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { PinterestError } from './client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (status: number, isFromPlatform = true, headers: Record<string, string> = {}) =>
  new PinterestError(status, 'No', headers, isFromPlatform);

it.each([
  [400, true, 'rejected', false],
  [403, true, 'rejected', false],
  [404, true, 'not-found', false],
  [413, true, 'media-rejected', false],
  [401, false, 'server', true],
  [403, false, 'server', true],
])(
  'for %i (from Pinterest: %s), has the reason %s (retryable: %s)',
  (status, isFromPlatform, reason, retryable) => {
    expect(callOutcome(error(status, isFromPlatform), now)).toMatchObject({
      kind: 'refused',
      reason,
      retryable,
    });
  },
);
it.each([500, 502, 503, 408])(
  'after %i, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status) => {
    expect(callOutcome(error(status), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status), now)).toMatchObject({
      kind: 'refused',
      reason: 'server',
      retryable: true,
    });
  },
);
it('postpones until the time in the headers', () => {
  expect(callOutcome(error(429, true, { 'retry-after': '90' }), now)).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    until: '2030-01-01T12:01:30.000Z',
  });
});
it('has an unknown outcome without a response only if the request was sent', () => {
  const timeout = (sent: boolean) => new OutgoingError('timeout', sent, 'api.pinterest.com', 'too slow');
  expect(callOutcome(timeout(true), now)).toMatchObject({ kind: 'unknown', cause: 'timeout' });
  expect(callOutcome(timeout(false), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
});
