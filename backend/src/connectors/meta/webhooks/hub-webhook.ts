import type { IncomingHttpHeaders } from 'node:http';
import type { Handshake, HandshakeQuery } from '../../contract/webhook.ts';
import { challengeIn, headerIn, isSameSecret, signatureOf } from '../../kit/signatures.ts';

/**
 * The "verify token" that an operator enters for an application. Posthorn computes it from the application's secret. So operators
 * need not invent one, and all processes have the same token.
 */
export const verifyTokenOf = (appSecret: string): string =>
  signatureOf(appSecret, 'hex', 'posthorn webhook verify token').slice(0, 32);

/**
 * The response to Meta's check of a webhook URL repeats the challenge
 * (developers.facebook.com/docs/graph-api/webhooks/getting-started).
 */
export function hubHandshake(query: HandshakeQuery, secrets: readonly string[]): Handshake | null {
  const token = query['hub.verify_token'];
  const body = challengeIn(query['hub.challenge']);
  if (query['hub.mode'] !== 'subscribe' || typeof token !== 'string' || body === null) return null;
  const isOurs = secrets.some((secret) => isSameSecret(token, verifyTokenOf(secret)));
  return isOurs ? { type: 'text/plain', body } : null;
}

/** Accepts a signature with any of these secrets: sources disagree about which application's secret signs. */
export function isHubSigned(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
): boolean {
  const signature = headerIn(headers, 'x-hub-signature-256');
  return (
    signature !== null &&
    secrets.some((secret) => isSameSecret(signature, `sha256=${signatureOf(secret, 'hex', rawBody)}`))
  );
}
