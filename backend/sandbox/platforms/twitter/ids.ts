import { createHash } from 'node:crypto';

const EPOCH = 1_288_834_974_657n;
let last = 0n;

/** An id made of the time, as X makes them: nineteen digits, more than JavaScript reads as a number. Never the same twice. */
export function nextId(now: number): string {
  const id = (BigInt(Math.floor(now)) - EPOCH) << 22n;
  last = id > last ? id : last + 1n;
  return String(last);
}

/** The same for the same name, also after a reset. */
export const userId = (username: string): string =>
  String(
    1_000_000_000_000_000_000n +
      BigInt(`0x${createHash('sha256').update(`x ${username}`).digest('hex').slice(0, 14)}`),
  );

/** Below, equal or above zero, as the ids are numbers. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
