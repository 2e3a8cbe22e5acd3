import type { BlobStore } from '../state/blob-store.ts';

/** The type of the box that contains the duration. */
const BOX_TYPE = Buffer.from('mvhd');
/** The number of bytes from the type on: version, times, scale and duration. The 64-bit version is the longest. */
const HEADER_BYTES = 36;

/** The duration of an MP4 or QuickTime file in milliseconds; null when the file does not state one. */
export async function videoLength(sha256: string, blobs: BlobStore): Promise<number | null> {
  let tail = Buffer.alloc(0);
  for await (const chunk of blobs.read(sha256)?.stream() ?? []) {
    tail = Buffer.concat([tail, chunk as Buffer]);
    const at = tail.indexOf(BOX_TYPE);
    if (at >= 0 && tail.length >= at + HEADER_BYTES) return lengthIn(tail.subarray(at + BOX_TYPE.length));
    tail = tail.subarray(at >= 0 ? at : Math.max(0, tail.length - BOX_TYPE.length));
  }
  return null;
}

/** ISO 14496-12, "Movie Header Box". */
function lengthIn(header: Buffer): number | null {
  const isLong = header.readUInt8(0) === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale === 0 ? null : (length / scale) * 1000;
}
