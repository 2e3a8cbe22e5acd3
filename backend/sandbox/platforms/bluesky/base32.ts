const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648, lower case, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET.charAt((value >> (bits - 5)) & 31);
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text;
}

const BITS = new Map(Array.from(ALPHABET, (letter, index) => [letter, index]));

/** Decodes base32; null when the text is not base32. */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    const digit = BITS.get(letter);
    if (digit === undefined) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Buffer.from(bytes);
}
