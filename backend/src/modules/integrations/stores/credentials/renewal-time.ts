import { randomInt } from 'node:crypto';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In milliseconds. Tokens with a shorter life are renewed on use. A worker renews them only to keep the account alive. */
const SHORT_LIFE_MS = 6 * HOUR_MS;
const KEPT_ALIVE_EVERY_MS = 5 * DAY_MS;

/**
 * When a worker renews unused tokens: in the last fifth of their life, but not in its last tenth. The time is random, so that accounts
 * connected together are not renewed together. Null: they do not end by time.
 */
export function renewalTime(secret: JsonObject, now: Date, random = randomInt): Date | null {
  const end = secret['expiresAt'];
  const expiresAt = typeof end === 'string' ? Date.parse(end) : Number.NaN;
  if (Number.isNaN(expiresAt)) return null;
  const life = Math.max(0, expiresAt - now.getTime());
  if (life >= SHORT_LIFE_MS) return new Date(now.getTime() + life * 0.8 + jitter(life * 0.1, random));
  // Rolling refresh tokens expire after weeks without use. An account without one is checked at its end.
  if (!secret['refreshToken']) return new Date(expiresAt);
  return new Date(now.getTime() + KEPT_ALIVE_EVERY_MS + jitter(DAY_MS, random));
}

const jitter = (span: number, random: (max: number) => number): number =>
  random(Math.max(1, Math.floor(span)));
