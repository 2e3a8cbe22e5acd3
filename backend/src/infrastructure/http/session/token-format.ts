import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BRAND } from '@posthorn/contracts/shared/brand';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** This number of base-62 digits holds 256 bits; the check sum has 32 bits. */
const SECRET_DIGITS = 43;
const SUM_DIGITS = 6;
const PREFIX = BRAND.apiTokenPrefix;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${String(SECRET_DIGITS + SUM_DIGITS)}}$`, 'u');

/** A new token: prefix, secret, check sum. */
export function newApiToken(): string {
  const start = PREFIX + inBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return start + sumOf(start);
}

/** False for typos, without a look-up: the check sum is part of the token. */
export const isWellFormed = (token: string): boolean =>
  SHAPE.test(token) && sumOf(token.slice(0, -SUM_DIGITS)) === token.slice(-SUM_DIGITS);

/** Returns enough of a token for its owner to recognize it. */
export const previewOf = (token: string): string =>
  `${token.slice(PREFIX.length).slice(0, 4)}…${token.slice(-4)}`;

const sumOf = (start: string): string => inBase62(BigInt(crc32(start)), SUM_DIGITS);

function inBase62(value: bigint, length: number): string {
  let digits = '';
  for (let left = value; digits.length < length; left /= 62n)
    digits = (DIGITS[Number(left % 62n)] ?? '') + digits;
  return digits;
}
