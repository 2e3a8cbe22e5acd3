import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { SnapchatError } from './client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (
  status: number,
  words: string | null,
  isFromPlatform = true,
  headers: Record<string, string> = {},
) => new SnapchatError(status, words, headers, isFromPlatform);

it.each([
  [200, 'Invalid description', true, 'rejected', false],
  [400, 'Invalid title', true, 'rejected', false],
  [400, 'Media 1 was not found or has expired', true, 'media-lost', true],
  [403, 'Not allowlisted', true, 'not-allowed', false],
  [403, '<html>challenge</html>', false, 'server', true],
  [404, 'Public Profile was not found', true, 'not-found', false],
  [413, null, true, 'media-rejected', false],
] as const)(
  'for %i %j (from Snapchat: %s), has the reason %s (retryable: %s)',
  (status, words, isFromPlatform, reason, retryable) => {
    const refused = { kind: 'refused', reason, retryable };
    expect(callOutcome(error(status, words, isFromPlatform), now)).toMatchObject(refused);
    expect(stepOutcome(error(status, words, isFromPlatform), now)).toMatchObject(refused);
  },
);
it.each([500, 502, 503, 504, 408])(
  'after %i, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status) => {
    expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status, null), now)).toMatchObject({ reason: 'server', retryable: true });
  },
);
it('postpones until the time in the headers', () => {
  expect(callOutcome(error(429, null, true, { 'retry-after': '30' }), now)).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    until: '2030-01-01T12:00:30.000Z',
  });
});
it('has an unknown outcome if the connection is reset after the request was sent', () => {
  const reset = new OutgoingError('reset', true, 'businessapi.snapchat.com', '');
  expect(callOutcome(reset, now)).toMatchObject({ kind: 'unknown', cause: 'reset' });
});
