import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { isFailingForGood, TRY_AGAIN_AFTER, decideDelivery } from './delivery.ts';

const answered = (status: number | null, retryAfter: number | null = null) => ({ status, retryAfter });

it.each([200, 201, 204, 299])('counts %i as delivered', (status) => {
  expect(decideDelivery(answered(status), 1, 0.5)).toEqual({ kind: 'delivered' });
});
it.each([null, 100, 301, 302, 400, 404, 500])('tries again after %p', (status) => {
  expect(decideDelivery(answered(status), 1, 0.5)).toEqual({ kind: 'again', wait: 5_000, pause: null });
});
it('makes ten tries in about 75 hours, each delay at most a fifth longer or shorter', () => {
  const sum = TRY_AGAIN_AFTER.reduce((all, wait) => all + wait, 0) / HOUR_MS;
  expect([TRY_AGAIN_AFTER.length, Math.floor(sum)]).toEqual([9, 75]);
  expect(decideDelivery(answered(500), 2, 0)).toMatchObject({ wait: 240_000 });
  expect(decideDelivery(answered(500), 2, 0.999_999)).toMatchObject({ wait: 360_000 });
  expect(decideDelivery(answered(500), 10, 0.5)).toEqual({ kind: 'failed', pause: null });
});
it('stops sending to a receiver that responds with 410, at any try', () => {
  expect(decideDelivery(answered(410, HOUR_MS), 1, 0.5)).toEqual({ kind: 'gone' });
  expect(decideDelivery(answered(410), 10, 0.5)).toEqual({ kind: 'gone' });
});
it.each([429, 502, 503, 504])(
  'pauses as long as a receiver requests with %i, for a day at most',
  (status) => {
    expect(decideDelivery(answered(status, HOUR_MS), 1, 0.5)).toEqual({
      kind: 'again',
      wait: HOUR_MS,
      pause: HOUR_MS,
    });
    expect(decideDelivery(answered(status, 1_000), 2, 0.5)).toMatchObject({ wait: 300_000, pause: 1_000 });
    expect(decideDelivery(answered(status, 90 * HOUR_MS), 1, 0.5)).toMatchObject({ pause: DAY_MS });
    expect(decideDelivery(answered(status, -5), 1, 0.5)).toMatchObject({ wait: 5_000, pause: null });
    expect(decideDelivery(answered(status, HOUR_MS), 10, 0.5)).toEqual({ kind: 'failed', pause: HOUR_MS });
  },
);
it('ignores Retry-After in other responses', () => {
  expect(decideDelivery(answered(500, HOUR_MS), 1, 0.5)).toMatchObject({ wait: 5_000, pause: null });
});
it('gives up on an endpoint after five days', () => {
  const since = new Date('2030-01-01T12:00:00Z');
  expect(isFailingForGood(since, new Date('2030-01-06T11:59:59Z'))).toBe(false);
  expect(isFailingForGood(since, new Date('2030-01-06T12:00:00Z'))).toBe(true);
});
