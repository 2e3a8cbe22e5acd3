import { expect, it } from '@jest/globals';
import { OUTCOMES } from './errors.ts';
import { XrpcError } from './client/client.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (
  status: number,
  code: string | null,
  platformMessage = 'a message',
  headers: Record<string, string> = {},
) => new XrpcError(status, code, platformMessage, headers, code === null ? null : { error: code });

it.each([
  [400, 'ExpiredToken', 'refused', 'reconnect', false],
  [400, 'InvalidToken', 'refused', 'reconnect', false],
  [401, 'AuthMissing', 'refused', 'reconnect', false],
  [401, 'AuthenticationRequired', 'refused', 'reconnect', false],
  [401, 'AccountTakedown', 'refused', 'reconnect', false],
  [400, 'AccountDeactivated', 'refused', 'reconnect', false],
  [400, 'InvalidRequest', 'refused', 'rejected', false],
  [400, 'InvalidSwap', 'refused', 'rejected', false],
  [400, 'BlobNotFound', 'refused', 'media-lost', true],
  [413, 'PayloadTooLarge', 'refused', 'media-rejected', false],
  [413, null, 'refused', 'media-rejected', false],
  [404, 'NotFound', 'refused', 'not-found', false],
  [403, null, 'refused', 'server', true],
  [401, null, 'refused', 'server', true],
  // The account's server forwards these from a service that refuses the server's own token.
  [401, 'JwtExpired', 'refused', 'server', true],
  [401, 'BadJwtSignature', 'refused', 'server', true],
  [401, 'UntrustedIss', 'refused', 'server', true],
] as const)(
  'for %i %s, has the outcome %s with the reason %s (retryable: %s), before and in the final call',
  (status, code, kind, reason, retryable) => {
    expect(callOutcome(error(status, code), now)).toMatchObject({ kind, reason, retryable });
    expect(stepOutcome(error(status, code), now)).toMatchObject({ kind, reason, retryable });
  },
);
it.each([500, 502, 503, 504, 408])(
  'treats %i as an unknown outcome of the final call, but as a retryable refusal of an earlier step',
  (status) => {
    expect(callOutcome(error(status, 'UpstreamFailure'), now)).toMatchObject({
      kind: 'unknown',
      cause: 'server-error',
    });
    expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status, null), now)).toMatchObject({
      kind: 'refused',
      reason: 'server',
      retryable: true,
    });
  },
);
it('waits until the reset time of the headers', () => {
  const throttled = error(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
    'ratelimit-reset': '1893499290',
  });
  expect(callOutcome(throttled, now)).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    until: '2030-01-01T12:01:30.000Z',
  });
});
it('distinguishes the limit of the server from the limit of one account', () => {
  const throttled = (policy: string) =>
    callOutcome(
      error(429, 'RateLimitExceeded', 'a message', {
        'ratelimit-reset': '1893499290',
        'ratelimit-policy': policy,
      }),
      now,
    );
  expect(throttled('3000;w=300')).toMatchObject({ isTimeFromPlatform: true, scope: 'server' });
  expect(throttled('5000;w=3600')).toMatchObject({ isTimeFromPlatform: true });
  expect(throttled('5000;w=3600')).not.toHaveProperty('scope');
  expect(callOutcome(error(429, 'RateLimitExceeded'), now)).not.toHaveProperty('isTimeFromPlatform');
});
it('reports that a text is too long', () => {
  const platformMessage =
    'Invalid app.bsky.feed.post record: grapheme too big (maximum 300, got 301) at $.record.text';
  expect(callOutcome(error(400, 'InvalidRequest', platformMessage), now)).toMatchObject({
    reason: 'too-long',
    words: platformMessage,
  });
});
it('does not catch a programming error', () => {
  expect(() => callOutcome(new TypeError('a bug'), now)).toThrow('a bug');
});
