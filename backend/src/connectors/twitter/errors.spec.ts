import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { TwitterError } from './client/client.ts';
import { OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const NOON = 1_893_499_200;
type Extra = Readonly<{ type?: string; headers?: Record<string, string>; isFromPlatform?: boolean }>;
const error = (
  status: number,
  words: string | null,
  { type, headers = {}, isFromPlatform = true }: Extra = {},
) => new TwitterError(status, words, type ?? null, headers, isFromPlatform);

it.each([
  [400, 'One or more parameters to your request was invalid.', 'rejected', false],
  [400, 'Invalid. Your media IDs are invalid.', 'media-lost', true],
  [402, 'Your account has no credits.', 'credits', false],
  [403, 'You are not allowed to create a Tweet with duplicate content.', 'duplicate', false],
  [403, 'You are not permitted to perform this action.', 'rejected', false],
  [403, 'User video duration exceeded', 'media-rejected', false],
  [403, 'Your post text is too long.', 'too-long', false],
  [404, 'Not Found', 'not-found', false],
  [413, null, 'media-rejected', false],
  [422, null, 'rejected', false],
])('for %i %j, has the reason %s (retryable: %s)', (status, words, reason, retryable) => {
  expect(callOutcome(error(status, words), now)).toMatchObject({ kind: 'refused', reason, retryable });
});
it.each([401, 402, 403])('treats a page with %i as a response of a server in front of X', (status) => {
  const page = error(status, '<html>challenge</html>', { isFromPlatform: false });
  expect(callOutcome(page, now)).toMatchObject({ reason: 'server', words: null, retryable: true });
});
it.each([500, 502, 503, 504, 408])(
  'after %i, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status) => {
    expect(callOutcome(error(status, null), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status, null), now)).toMatchObject({ reason: 'server', retryable: true });
  },
);
it.each([
  [{ 'x-rate-limit-reset': String(NOON + 300) }, '2030-01-01T12:05:00.000Z', undefined],
  [
    {
      'x-rate-limit-remaining': '99',
      'x-rate-limit-reset': String(NOON + 300),
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': String(NOON + 7200),
    },
    '2030-01-01T14:00:00.000Z',
    'app',
  ],
  [
    { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': String(NOON + 3600) },
    '2030-01-01T13:00:00.000Z',
    'account',
  ],
  [{}, '2030-01-01T12:01:00.000Z', undefined],
])('for the headers %j, postpones until %s', (headers: Record<string, string>, until, scope) => {
  const outcome = callOutcome(error(429, 'Too Many Requests', { headers }), now);
  expect(outcome).toMatchObject({ kind: 'postponed', reason: 'rate-limit', until });
  expect('scope' in outcome ? outcome.scope : undefined).toBe(scope);
});
it('refuses without a retry if the monthly limit is reached', () => {
  const capped = error(429, 'Usage cap exceeded', { type: 'https://api.x.com/2/problems/usage-capped' });
  expect(callOutcome(capped, now)).toMatchObject({ kind: 'refused', reason: 'quota', retryable: false });
  const withoutType = error(429, 'UsageCapExceeded: Monthly product cap');
  expect(callOutcome(withoutType, now)).toMatchObject({ kind: 'refused', reason: 'quota' });
});
it.each([
  ['unreachable', false, 'refused'],
  ['timeout', true, 'unknown'],
  ['reset', true, 'unknown'],
  ['unreadable', true, 'unknown'],
] as const)('for the failure %s (sent: %s), has the outcome %s', (failure, sent, kind) => {
  expect(callOutcome(new OutgoingError(failure, sent, 'api.x.com', ''), now)).toMatchObject({ kind });
});
