import type { IncomingMessage } from 'node:http';
import { isWellFormed } from './token-format.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/** The API token of a request. Null: there is none, or its check sum is wrong. Makes no look-up. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && isWellFormed(token) ? token : null;
}
