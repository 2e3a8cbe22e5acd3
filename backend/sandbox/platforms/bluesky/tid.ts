const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';

export const isTid = (text: string): boolean => /^[2-7a-j][2-7a-z]{12}$/.test(text);

let last = 0n;

/** A record key from the time: keys sort by time, and no two keys of a process are equal. */
export function nextTid(now: number): string {
  const micros = BigInt(Math.floor(now)) * 1000n;
  last = micros > last ? micros : last + 1n;
  let value = last << 10n;
  let text = '';
  for (let index = 0; index < 13; index += 1) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
