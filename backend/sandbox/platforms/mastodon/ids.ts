let last = 0n;

/** An id from the time. It is a numeric string, too large for a JavaScript number, and unique. */
export function nextId(now: number): string {
  const id = BigInt(Math.floor(now)) << 16n;
  last = id > last ? id : last + 1n;
  return String(last);
}

/** Compares ids as numbers: negative, zero or positive. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
