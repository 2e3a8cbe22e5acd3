import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { TikTokError } from './client.ts';
import { failureOf, isTransient, OUTCOMES } from './errors.ts';

const { callOutcome, stepOutcome } = OUTCOMES;
const now = new Date('2030-01-01T12:00:00Z');
const error = (status: number, code: string | null, words: string | null = 'No.', headers = {}) =>
  new TikTokError(status, code, words, headers);

it.each([
  [401, 'scope_not_authorized', 'reconnect', false],
  [401, 'scope_permission_missed', 'reconnect', false],
  [400, 'invalid_params', 'rejected', false],
  [400, 'invalid_param', 'rejected', false],
  [400, 'app_version_check_failed', 'rejected', false],
  [400, 'invalid_file_upload', 'media-rejected', false],
  [403, 'privacy_level_option_mismatch', 'rejected', false],
  [403, 'url_ownership_unverified', 'rejected', false],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'rejected', false],
  [403, 'spam_risk_user_banned_from_posting', 'rejected', false],
  [403, 'spam_risk_text', 'rejected', false],
  [403, null, 'server', true],
] as const)('for %i %s, has the reason %s (retryable: %s)', (status, code, reason, retryable) => {
  const words = code === null ? 'No.' : `No. (${code})`;
  expect(callOutcome(error(status, code), now)).toEqual({ kind: 'refused', reason, words, retryable });
});
it.each(['spam_risk_too_many_posts', 'spam_risk_too_many_pending_share', 'reached_active_user_cap'])(
  'postpones for a day after %s',
  (code) => {
    expect(callOutcome(error(403, code), now)).toMatchObject({
      kind: 'postponed',
      reason: 'daily-limit',
      until: '2030-01-02T12:00:00.000Z',
    });
  },
);
it('postpones for at least a minute after too many requests', () => {
  const until = (headers: object) => callOutcome(error(429, 'rate_limit_exceeded', 'No.', headers), now);
  expect(until({})).toMatchObject({ kind: 'postponed', until: '2030-01-01T12:01:00.000Z' });
  expect(until({ 'retry-after': '5' })).toMatchObject({ until: '2030-01-01T12:01:00.000Z' });
  expect(until({ 'retry-after': '300' })).toMatchObject({ until: '2030-01-01T12:05:00.000Z' });
});
it.each([
  [500, 'internal_error'],
  [200, 'internal_error'],
  [503, null],
  [408, null],
] as const)(
  'after %i %s, has an unknown outcome for the final call, and allows a retry of an earlier step',
  (status, code) => {
    expect(callOutcome(error(status, code), now)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    expect(stepOutcome(error(status, code), now)).toMatchObject({ reason: 'server', retryable: true });
    expect(isTransient(error(status, code))).toBe(status !== 408);
  },
);
it('has an unknown outcome without a response only if the request was sent', () => {
  expect(callOutcome(new OutgoingError('reset', true, 'tiktok', 'cut'), now)).toMatchObject({
    kind: 'unknown',
  });
  expect(callOutcome(new OutgoingError('unreachable', false, 'tiktok', 'no'), now)).toMatchObject({
    kind: 'refused',
    reason: 'network',
    retryable: true,
  });
});
it.each([
  ['internal', 'processing-failed', true],
  ['video_pull_failed', 'processing-failed', true],
  ['photo_pull_failed', 'processing-failed', true],
  ['file_format_check_failed', 'media-rejected', false],
  ['duration_check_failed', 'media-rejected', false],
  ['frame_rate_check_failed', 'media-rejected', false],
  ['picture_size_check_failed', 'media-rejected', false],
  ['spam_risk', 'rejected', false],
  ['spam_risk_text', 'rejected', false],
  ['publish_cancelled', 'rejected', false],
  ['auth_removed', 'reconnect', false],
] as const)('for the failure %s, has the reason %s (retryable: %s)', (failReason, reason, retryable) => {
  expect(failureOf(failReason)).toEqual({ kind: 'refused', reason, words: failReason, retryable });
});
