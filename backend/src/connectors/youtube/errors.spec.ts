import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { YouTubeError } from './client/client.ts';
import { OUTCOMES, quotaResetAt } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2026-11-20T20:00:00Z');
const error = (status: number, reason: string | null, words = 'words') =>
  new YouTubeError(status, reason, words, { 'retry-after': '90' });

/** Midnight in California, when the daily quota resets. */
const UNTIL_MIDNIGHT = '2026-11-21T08:00:00.000Z';
const IN_90_SECONDS = '2026-11-20T20:01:30.000Z';
const rejected = { kind: 'refused', reason: 'rejected', retryable: false };
const reconnect = { kind: 'refused', reason: 'reconnect', retryable: false };
const postponedUntil = (until: string) => ({ kind: 'postponed', reason: 'rate-limit', until });

it.each([
  [403, 'quotaExceeded', { ...postponedUntil(UNTIL_MIDNIGHT), scope: 'app', onlyThisKind: true }],
  [403, 'dailyLimitExceeded', { ...postponedUntil(UNTIL_MIDNIGHT), scope: 'app', onlyThisKind: true }],
  [403, 'rateLimitExceeded', postponedUntil(IN_90_SECONDS)],
  [403, 'userRateLimitExceeded', postponedUntil(IN_90_SECONDS)],
  [429, null, postponedUntil(IN_90_SECONDS)],
  [400, 'uploadLimitExceeded', { ...postponedUntil('2026-11-21T20:00:00.000Z'), onlyThisKind: true }],
  [403, 'insufficientPermissions', reconnect],
  [401, 'youtubeSignupRequired', reconnect],
  [403, 'authenticatedUserAccountClosed', reconnect],
  [403, 'authenticatedUserAccountSuspended', reconnect],
  [400, 'invalidTitle', rejected],
  [400, 'invalidDescription', rejected],
  [400, 'invalidVideoMetadata', rejected],
  [400, 'mediaBodyRequired', rejected],
  [403, 'forbidden', rejected],
  [404, 'videoNotFound', { kind: 'refused', reason: 'not-found' }],
  [403, null, { kind: 'refused', reason: 'server', retryable: true }],
])('for %i %s, has the same outcome before and in the final call: %j', (status, reason, outcome) => {
  expect(stepOutcome(error(status, reason), now)).toMatchObject(outcome);
  expect(callOutcome(error(status, reason), now)).toMatchObject(outcome);
});
it.each(['rateLimitExceeded', 'RESOURCE_EXHAUSTED'])(
  'waits until midnight for a daily quota that YouTube reports as %s',
  (reason) => {
    const words = (limit: string) =>
      `Quota exceeded for quota metric 'Video Uploads' and limit '${limit}' of service 'youtube.googleapis.com'.`;
    const used = error(429, reason, words('Video Uploads per day'));
    const outcome = { ...postponedUntil(UNTIL_MIDNIGHT), scope: 'app', onlyThisKind: true };
    expect(stepOutcome(used, now)).toMatchObject(outcome);
    expect(callOutcome(used, now)).toMatchObject(outcome);
    const busy = error(429, reason, words('Queries per minute per user'));
    expect(stepOutcome(busy, now)).toMatchObject(postponedUntil(IN_90_SECONDS));
  },
);
it.each([
  [500, 'backendError'],
  [503, null],
  [403, 'backendError'],
])(
  'after %i %s, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status, reason) => {
    expect(stepOutcome(error(status, reason), now)).toMatchObject({ reason: 'server', retryable: true });
    expect(callOutcome(error(status, reason), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  },
);
it('has an unknown outcome without a response only if the request was sent', () => {
  const lost = (isSent: boolean) => callOutcome(new OutgoingError('reset', isSent, 'host', 'x'), now);
  expect(lost(true)).toMatchObject({ kind: 'unknown', cause: 'reset' });
  expect(lost(false)).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});
it.each([
  ['2026-11-20T20:00:00Z', UNTIL_MIDNIGHT],
  ['2026-07-01T06:59:59Z', '2026-07-01T07:00:00.000Z'],
  ['2026-11-01T08:00:00Z', '2026-11-02T08:00:00.000Z'],
])('at %s, returns %s as the time when the quota resets', (at, until) => {
  expect(quotaResetAt(new Date(at)).toISOString()).toBe(until);
});
