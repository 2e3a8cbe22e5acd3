import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { MastodonError } from './client/client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (
  status: number,
  words: string | null,
  isFromPlatform = true,
  headers: Record<string, string> = {},
) => new MastodonError(status, words, headers, isFromPlatform);

it.each([
  [401, 'The access token is invalid', true, 'reconnect', false],
  [401, null, true, 'reconnect', false],
  [403, 'This action is outside the authorized scopes', true, 'reconnect', false],
  [403, 'Insufficient permissions: write:statuses.', true, 'reconnect', false],
  [403, 'Your login is currently pending approval', true, 'reconnect', false],
  [403, 'Your login is currently disabled', true, 'reconnect', false],
  [403, 'Your account has been suspended.', true, 'reconnect', false],
  // Pleroma, for a token that does not exist.
  [403, 'Invalid credentials.', true, 'reconnect', false],
  [403, 'Forbidden: you do not have permission to reply to this status', true, 'not-allowed', false],
  [403, 'Empty statuses are not allowed', true, 'not-allowed', false],
  [403, 'Account size limit reached.', true, 'not-allowed', false],
  [403, null, true, 'not-allowed', false],
  [403, '<html>challenge</html>', false, 'server', true],
  [401, '<html>proxy</html>', false, 'server', true],
  [404, 'Record not found', true, 'not-found', false],
  [410, 'Gone', true, 'not-found', false],
  [413, 'Too large', true, 'media-rejected', false],
  [422, 'Validation failed: Text character limit of 500 exceeded', true, 'too-long', false],
  [422, 'Cannot attach a video to a post that already contains images', true, 'rejected', false],
  [422, "Media '1' not found or already attached to another post", true, 'duplicate', false],
  [400, 'media not found', true, 'duplicate', false],
  // Pixelfed.
  [400, 'Duplicate idempotency key.', true, 'duplicate', false],
  [400, null, true, 'rejected', false],
] as const)(
  'for %i %j (from Mastodon: %s), has the reason %s (retryable: %s)',
  (status, words, isFromPlatform, reason, retryable) => {
    expect(callOutcome(error(status, words, isFromPlatform), now)).toMatchObject({
      kind: 'refused',
      reason,
      retryable,
    });
  },
);
it.each([500, 501, 502, 503, 504, 408])(
  'after %i, has an unknown outcome for the final call, and allows a retry of other steps',
  (status) => {
    expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status, null), now)).toMatchObject({
      kind: 'refused',
      reason: 'server',
      retryable: true,
    });
  },
);
it('postpones until the reset time in the header', () => {
  const throttled = error(429, 'Too many requests', true, {
    'x-ratelimit-reset': '2030-01-01T12:04:00.000Z',
  });
  expect(callOutcome(throttled, now)).toMatchObject({ kind: 'postponed', until: '2030-01-01T12:04:00.000Z' });
});
it('postpones while files are being processed', () => {
  const words = 'Cannot attach files that have not finished processing. Try again in a moment!';
  expect(callOutcome(error(422, words), now)).toMatchObject({ kind: 'postponed', reason: 'processing' });
});
it('has no message for an HTML page', () => {
  expect(callOutcome(error(403, '<html>challenge</html>', false), now)).toMatchObject({ words: null });
});
it('has an unknown outcome if the response to a post is unreadable', () => {
  const page = new OutgoingError('unreadable', true, 'a.example', 'is not JSON');
  expect(callOutcome(page, now)).toMatchObject({ kind: 'unknown', cause: 'unreadable' });
});
