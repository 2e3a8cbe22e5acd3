import { randomInt } from 'node:crypto';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';

/**
 * Tokens with a shorter lifetime (in milliseconds) are renewed when a call needs them. A worker renews them only
 * so that the refresh token stays valid.
 */
const SHORT_LIFE_MS = 6 * HOUR_MS;
const IDLE_RENEWAL_MS = 5 * DAY_MS;

/**
 * When a worker renews tokens: in the last fifth of a long lifetime, but not in the last tenth. The time is
 * random, so that accounts that were connected at the same time are not renewed at the same time. Null: the
 * tokens have no end time.
 */
export function renewalTime(secret: JsonObject, now: Date, random = randomInt): Date | null {
  const end = secret['expiresAt'];
  const expiresAt = typeof end === 'string' ? Date.parse(end) : Number.NaN;
  if (Number.isNaN(expiresAt)) return null;
  const life = Math.max(0, expiresAt - now.getTime());
  if (life >= SHORT_LIFE_MS) return new Date(now.getTime() + life * 0.8 + jitter(life * 0.1, random));
  // Without a refresh token, the account is checked when its token ends. Refresh tokens may expire after
  // weeks without use.
  if (!secret['refreshToken']) return new Date(expiresAt);
  return new Date(now.getTime() + IDLE_RENEWAL_MS + jitter(DAY_MS, random));
}

const jitter = (span: number, random: (max: number) => number): number =>
  random(Math.max(1, Math.floor(span)));
