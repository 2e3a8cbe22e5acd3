import { createHash, randomBytes } from 'node:crypto';

/** Returns a new random secret of this number of bytes, as base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** The only stored form of a secret: enough to recognise it, useless to a reader of the database. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
