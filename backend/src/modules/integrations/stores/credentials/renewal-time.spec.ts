// @zones
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { renewalTime } from './renewal-time.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const earliest = () => 0;
const latest = (max: number) => max - 1;
const timeAfter = (ms: number) => new Date(NOW.getTime() + ms);
const plannedTime = (lifeMs: number, extra: object, random: (max: number) => number) =>
  renewalTime({ expiresAt: timeAfter(lifeMs).toISOString(), ...extra }, NOW, random)?.getTime();

it.each([60 * DAY_MS, DAY_MS, 6 * HOUR_MS])(
  'plans a renewal in the last fifth of a lifetime of %d ms, but not in the last tenth',
  (life) => {
    for (const more of [{}, { refreshToken: 'r' }]) {
      expect(plannedTime(life, more, earliest)).toBe(NOW.getTime() + life * 0.8);
      const last = plannedTime(life, more, latest) ?? 0;
      expect(last).toBeLessThan(NOW.getTime() + life * 0.9);
      expect(last).toBeGreaterThan(NOW.getTime() + life * 0.89);
    }
  },
);
it.each([6 * HOUR_MS - 1, HOUR_MS, 1, 0, -DAY_MS])(
  'renews a token with a lifetime of %d ms and a refresh token after five to six days',
  (life) => {
    expect(plannedTime(life, { refreshToken: 'r' }, earliest)).toBe(NOW.getTime() + 5 * DAY_MS);
    expect(plannedTime(life, { refreshToken: 'r' }, latest)).toBe(NOW.getTime() + 6 * DAY_MS - 1);
  },
);
it.each([HOUR_MS, 1, 0, -DAY_MS])(
  'plans the check of a token with a lifetime of %d ms and no refresh token for the end of this time',
  (life) => {
    expect(plannedTime(life, {}, earliest)).toBe(NOW.getTime() + life);
    expect(plannedTime(life, { refreshToken: '' }, latest)).toBe(NOW.getTime() + life);
    expect(plannedTime(life, { refreshToken: null }, latest)).toBe(NOW.getTime() + life);
  },
);
it.each([{}, { expiresAt: null }, { expiresAt: '' }, { expiresAt: 'soon' }, { expiresAt: [] }])(
  'does not plan a renewal for tokens without a valid end time: %j',
  (secret) => {
    expect(renewalTime({ refreshToken: 'r', ...secret }, NOW)).toBeNull();
  },
);
it('plans different times for accounts that were connected at the same time', () => {
  const secret = { expiresAt: timeAfter(60 * DAY_MS).toISOString() };
  const times = Array.from({ length: 20 }, () => renewalTime(secret, NOW)?.getTime());
  expect(new Set(times).size).toBeGreaterThan(15);
});
