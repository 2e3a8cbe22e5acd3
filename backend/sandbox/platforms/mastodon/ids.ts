let last = 0n;

/** An id made of the time, as a numeric string that JavaScript must not read as a number. Never the same twice. */
export function nextId(now: number): string {
  const id = BigInt(Math.floor(now)) << 16n;
  last = id > last ? id : last + 1n;
  return String(last);
}

/** Below, equal or above zero, as the ids are numbers. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
