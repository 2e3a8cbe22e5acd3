import { createHash, randomBytes } from 'node:crypto';

/** base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** All that is stored of a secret: enough to recognise it, useless to whoever reads the database. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
