let last = 0n;

/** An id from the time, too large for a JavaScript number, and unique. */
export function nextId(now: number): string {
  const id = BigInt(Math.floor(now)) << 16n;
  last = id > last ? id : last + 1n;
  return String(last);
}
