import { createHash } from 'node:crypto';

const EPOCH = 1_288_834_974_657n;
let last = 0n;

/** Creates a unique id from the time, as on X. It has nineteen digits, which a JavaScript number cannot represent exactly. */
export function nextId(now: number): string {
  const id = (BigInt(Math.floor(now)) - EPOCH) << 22n;
  last = id > last ? id : last + 1n;
  return String(last);
}

/** Returns the same id for the same name, even after a reset. */
export const userId = (username: string): string =>
  String(
    1_000_000_000_000_000_000n +
      BigInt(`0x${createHash('sha256').update(`x ${username}`).digest('hex').slice(0, 14)}`),
  );

/** Compares ids as numbers: negative, zero or positive. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
