import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';

/** The HMAC-SHA256 signature of the parts. */
export const signatureOf = (
  secret: string,
  encoding: 'hex' | 'base64',
  ...parts: readonly (string | Buffer)[]
): string => {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
};

/** Compares texts of equal length in constant time, so that the duration does not reveal how many characters are right. */
export function isSameSecret(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Null: the header is missing. */
export function headerIn(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Undefined: the text is not JSON. */
export function jsonIn(text: Buffer | string): JsonValue | undefined {
  try {
    return JSON.parse(text.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * The random text in a platform's challenge. Null: the text has other characters, so it could be the body of a webhook. Some responses
 * sign the text, so an attacker could make Posthorn sign the body of a webhook, and then deliver this body.
 */
export const challengeIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w+/=.-]{1,256}$/.test(value) ? value : null;
