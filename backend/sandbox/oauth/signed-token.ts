import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, parseJson, type JsonRecord } from '../http/json.ts';

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Signs a JWT (HS256). */
export function signToken(type: string, claims: JsonRecord, secret: string): string {
  const text = `${encodeJson({ typ: type, alg: 'HS256' })}.${encodeJson(claims)}`;
  return `${text}.${signature(text, secret)}`;
}

/** The claims of a token of this sandbox; null when the signature is wrong. The caller checks the expiry. */
export function readToken(token: string, secret: string): JsonRecord | null {
  const [header = '', payload = '', signaturePart = ''] = token.split('.');
  const expected = Buffer.from(signature(`${header}.${payload}`, secret));
  const actual = Buffer.from(signaturePart);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  const claims = parseJson(Buffer.from(payload, 'base64url').toString());
  return isObject(claims) ? claims : null;
}
