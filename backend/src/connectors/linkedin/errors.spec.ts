import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { LinkedInError } from './client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2026-11-20T20:00:00Z');
const MIDNIGHT = '2026-11-21T00:00:00.000Z';
const error = (status: number, code: string | null, words = 'words', isFromPlatform = true) =>
  new LinkedInError(status, code, words, { 'retry-after': '90' }, isFromPlatform);
const postponedUntil = (reason: string, until: string) => ({ kind: 'postponed', reason, until });

it.each([
  [
    error(429, 'TOO_MANY_REQUESTS', 'MEMBER DAY limit'),
    { ...postponedUntil('rate-limit', MIDNIGHT), scope: 'account', onlyThisKind: true },
  ],
  [
    error(429, 'TOO_MANY_REQUESTS', 'APPLICATION DAY limit'),
    { ...postponedUntil('rate-limit', MIDNIGHT), scope: 'app', onlyThisKind: true },
  ],
  [error(429, null, 'throttled'), postponedUntil('rate-limit', '2026-11-20T20:01:30.000Z')],
  [error(426, 'NONEXISTENT_VERSION'), postponedUntil('api-version', '2026-11-20T20:15:00.000Z')],
  [error(400, 'MEDIA_ASSET_WAITING_UPLOAD'), postponedUntil('processing', '2026-11-20T20:00:10.000Z')],
  [error(400, 'MEDIA_ASSET_PROCESSING_FAILED'), { reason: 'media-lost', retryable: true }],
  [error(400, 'FIELD_LENGTH_TOO_LONG'), { reason: 'too-long', retryable: false }],
  [error(400, 'INVALID_CONTENT_OWNERSHIP'), { reason: 'rejected', retryable: false }],
  [error(403, 'ACCESS_DENIED'), { reason: 'rejected', words: 'words', retryable: false }],
  [error(404, 'NOT_FOUND'), { reason: 'not-found', retryable: false }],
  [error(409, 'CONFLICT'), { reason: 'conflict', retryable: true }],
  [error(422, 'DUPLICATE_POST'), { reason: 'duplicate' }],
  [error(422, null, 'Content is a duplicate of urn:li:share:1'), { reason: 'duplicate' }],
  [error(422, null, 'Unprocessable'), { reason: 'rejected' }],
  [error(403, null, '', false), { reason: 'server', retryable: true }],
])('for %s, has the same outcome before and in the final call: %j', (failed, outcome) => {
  expect(stepOutcome(failed, now)).toMatchObject(outcome);
  expect(callOutcome(failed, now)).toMatchObject(outcome);
});
it.each([500, 503, 504, 408])(
  'after %i, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status) => {
    expect(stepOutcome(error(status, null), now)).toMatchObject({ reason: 'server', retryable: true });
    expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  },
);
it('has an unknown outcome without a response only if the request was sent', () => {
  const lost = (isSent: boolean) => callOutcome(new OutgoingError('timeout', isSent, 'host', 'x'), now);
  expect(lost(true)).toMatchObject({ kind: 'unknown', cause: 'timeout' });
  expect(lost(false)).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});
