import type { FileHandle } from 'node:fs/promises';
import { BoxWalk, type Box } from './mp4-boxes.ts';

/**
 * Boxes that tell of a film and that nobody needs to play it. `udta` holds what cameras write (`©xyz` and `loci` are where
 * it was taken, ISO/IEC 14496-12 section 8.10 and 3GPP TS 26.244 section 8.10), `meta` the keys of Apple (`mdta`, with
 * `com.apple.quicktime.location.ISO6709`), `uuid` what programs add, as XMP.
 */
const TELLING: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid', '\xa9xyz', 'loci']);
/** Boxes that hold others, and in which those may stand. */
const HOLDING: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'edts',
  'moof',
  'traf',
  'mvex',
]);
/** A fragmented film of 50 MB has thousands. */
const BOXES_MAX = 20_000;
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Overwrites what a film tells of its maker and of where it was taken. Each such box becomes a `free` one of the same length,
 * full of zeros: everything else stays where the tables of the film say that it is.
 *
 * @param file open for reading and writing
 * @returns false when the boxes do not fit into each other, or are too many; the file may be changed in part
 */
export async function forgetVideoMetadata(file: FileHandle, size: number): Promise<boolean> {
  const walk = new BoxWalk(file, BOXES_MAX);
  const ranges: Readonly<{ start: number; end: number }>[] = [{ start: 0, end: size }];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const boxes = await walk.boxes(range.start, range.end);
    if (!boxes) return false;
    for (const box of boxes) {
      if (TELLING.has(box.type)) await blank(file, box);
      else if (HOLDING.has(box.type)) ranges.push(box);
    }
  }
  return true;
}

async function blank(file: FileHandle, { at, start, end }: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4);
  for (let from = start; from < end; from += ZEROS.length) {
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - from), from);
  }
}
