/**
 * Limits for the parts of a picture. Each part costs a decoder far more than its bytes in the file. 883 scans of 40 megapixels, 133 kB together,
 * need 110 s of processor time.
 */
export const PICTURE_PARTS = { jpegScans: 100, frames: 300, ancillaryBytes: 1_000_000 } as const;

/** The structure of the picture is so complex that decoding needs too much time or memory. */
export class PictureTooComplex extends Error {
  override readonly name = 'PictureTooComplex';
}

/**
 * Counts the parts of a JPEG, PNG, GIF or WebP without decoding them. Accepts any other bytes.
 * @throws PictureTooComplex
 */
export function walkPicture(bytes: Buffer): void {
  if (bytes.readUInt16BE(0) === 0xff_d8) walkJpeg(bytes);
  else if (textAt(bytes, 1, 3) === 'PNG') walkPng(bytes);
  else if (textAt(bytes, 0, 3) === 'GIF') walkGif(bytes);
  else if (textAt(bytes, 0, 4) === 'RIFF') walkWebp(bytes);
}

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('latin1', at, at + length);

/** Returns a function that counts one more part, and throws above `most`. */
function counter(most: number, what: string): (by?: number) => void {
  let found = 0;
  return (by = 1) => {
    found += by;
    if (found > most) throw new PictureTooComplex(`more than ${String(most)} ${what}`);
  };
}

/** ITU-T T.81, annex B. */
function walkJpeg(bytes: Buffer): void {
  const addScan = counter(PICTURE_PARTS.jpegScans, 'scans');
  let at = 2;
  for (;;) {
    // Skips all bytes between markers, as a decoder does: compressed data, where FF precedes 00 or a restart marker, and fill bytes.
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return;
    const hasNoLength = marker < 0x02 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    if (hasNoLength) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xda) addScan();
    if (at + 4 > bytes.length) return;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** Chunks with a lower-case first letter hold no pixels (PNG, part 5). Frames of an animation (`fdAT`) are not read, so they do not count. */
function walkPng(bytes: Buffer): void {
  const addAncillary = counter(PICTURE_PARTS.ancillaryBytes, 'bytes beside the pixels');
  for (let at = 8; at + 12 <= bytes.length;) {
    const [length, type] = [bytes.readUInt32BE(at), textAt(bytes, at + 4, 4)];
    if (type === 'IEND') return;
    if (/^[a-z]/u.test(type) && type !== 'fdAT') addAncillary(length + 12);
    at += length + 12;
  }
}

/** GIF89a, appendix B. */
function walkGif(bytes: Buffer): void {
  const addFrame = counter(PICTURE_PARTS.frames, 'frames');
  const colours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const byteAt = (at: number): number => bytes[at] ?? 0;
  const afterBlocks = (from: number): number => {
    let at = from;
    while (byteAt(at) > 0) at += 1 + byteAt(at);
    return at + 1;
  };
  let at = 13 + colours(byteAt(10));
  while (at < bytes.length) {
    const kind = byteAt(at);
    if (kind === 0x2c) {
      addFrame();
      at = afterBlocks(at + 11 + colours(byteAt(at + 9)));
    } else if (kind === 0x21) at = afterBlocks(at + 2);
    else return;
  }
}

/** RFC 9649. */
function walkWebp(bytes: Buffer): void {
  const addFrame = counter(PICTURE_PARTS.frames, 'frames');
  const addAncillary = counter(PICTURE_PARTS.ancillaryBytes, 'bytes beside the pixels');
  for (let at = 12; at + 8 <= bytes.length;) {
    const [type, length] = [textAt(bytes, at, 4), bytes.readUInt32LE(at + 4)];
    if (type === 'ANMF') addFrame();
    else if (!/^(?:VP8[ LX]|ALPH|ANIM)$/u.test(type)) addAncillary(length + 8);
    at += 8 + length + (length % 2);
  }
}
