import { createHash } from 'node:crypto';

const EPOCH = 1_288_834_974_657n;
let last = 0n;

/** A unique id from the time, as on X: nineteen digits, more than a JavaScript number holds exactly. */
export function nextId(now: number): string {
  const id = (BigInt(Math.floor(now)) - EPOCH) << 22n;
  last = id > last ? id : last + 1n;
  return String(last);
}

/** The same id for the same name, also after a reset. */
export const userId = (username: string): string =>
  String(
    1_000_000_000_000_000_000n +
      BigInt(`0x${createHash('sha256').update(`x ${username}`).digest('hex').slice(0, 14)}`),
  );

/** Compares ids as numbers: negative, zero or positive. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
