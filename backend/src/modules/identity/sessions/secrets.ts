import { createHash, randomBytes } from 'node:crypto';

export const SESSION_BYTES = 32;
export const FLOW_BYTES = 32;
/** 160 bits; the whole link then fits a line of mail, so that no client breaks it. */
export const LINK_BYTES = 20;

export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** All that is stored of a secret: enough to recognise it, useless to whoever reads the database. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
