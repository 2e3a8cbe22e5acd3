let last = 0n;

/** An id made of the time, with more digits than JavaScript can count. Never the same twice. */
export function nextId(now: number): string {
  const id = BigInt(Math.floor(now)) << 16n;
  last = id > last ? id : last + 1n;
  return String(last);
}
