import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';

/** HMAC-SHA256. */
export const signatureOf = (
  secret: string,
  encoding: 'hex' | 'base64',
  ...parts: readonly (string | Buffer)[]
): string => {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
};

/** Compares texts of equal length in constant time, so that the duration does not reveal how much is right. */
export function isSameSecret(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Null: it is missing. */
export function headerIn(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Undefined: it is no JSON. */
export function jsonIn(text: Buffer | string): JsonValue | undefined {
  try {
    return JSON.parse(text.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * A word that a platform invents for its challenge. The answer signs it, so it must not look like the beginning of a delivery.
 * Otherwise an attacker could have a body signed as a challenge and deliver it.
 */
export const challengeIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w+/=.-]{1,256}$/.test(value) ? value : null;
