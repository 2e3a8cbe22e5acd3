import { randomInt } from 'node:crypto';

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;

/** A record key that sorts by time: 53 bits of microseconds, then 10 bits that distinguish writers. */
export function tidOf(microseconds: bigint, clockId: number): string {
  let rest = (microseconds << 10n) | BigInt(clockId & 1023);
  let key = '';
  for (let digit = 0; digit < LENGTH; digit++) {
    key = (ALPHABET[Number(rest & 31n)] ?? '') + key;
    rest >>= 5n;
  }
  return key;
}

/** A new record key. A random number replaces the microseconds, which our clocks do not measure. */
export const newTid = (now: Date): string =>
  tidOf(BigInt(now.getTime()) * 1000n + BigInt(randomInt(1000)), randomInt(1024));
