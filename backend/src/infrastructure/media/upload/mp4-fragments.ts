import type { ByteRanges } from './byte-ranges.ts';
import { Mp4Inconsistent, type Box, type BoxWalk } from './mp4-boxes.ts';
import { Numbers } from './mp4-numbers.ts';

/** Flags of `tfhd` and `trun` (ISO/IEC 14496-12, sections 8.8.7 and 8.8.8): each flag says whether a certain number follows. */
const BASE_OFFSET = 0x1;
const DESCRIPTION = 0x2;
const DEFAULT_DURATION = 0x8;
const DEFAULT_SIZE = 0x10;
const BASE_IS_MOOF = 0x20000;
const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const DURATION = 0x100;
const SIZE = 0x200;
const FLAGS = 0x400;
const TIME_OFFSET = 0x800;
const HIGH_WORD = 2 ** 32;

export type Tracks = Readonly<{
  /** Ids of the removed tracks. */
  forgotten: ReadonlySet<number>;
  /** The length of a sample by track id, for fragments that do not state the length. */
  sizes: ReadonlyMap<number, number>;
  rangesOf: (forgotten: boolean) => ByteRanges;
}>;

/**
 * Adds the ranges of the samples of a fragment, one for each run.
 * @returns the `traf` boxes of removed tracks
 * @throws Mp4Inconsistent when the boxes do not fit, or when only the end of a removed track says where a kept track begins
 */
export async function addFragment(walk: BoxWalk, moof: Box, tracks: Tracks): Promise<Box[]> {
  const removed: Box[] = [];
  let before: Readonly<{ end: number; forgotten: boolean }> = { end: moof.at, forgotten: false };
  for (const traf of (await walk.boxes(moof)).filter(({ type }) => type === 'traf')) {
    const boxes = await walk.boxes(traf);
    const header = boxes.find(({ type }) => type === 'tfhd');
    if (!header) throw new Mp4Inconsistent();
    const { id, base, size } = await headerOf(walk, header, moof.at);
    const forgotten = tracks.forgotten.has(id);
    if (base === null && before.forgotten && !forgotten) throw new Mp4Inconsistent();
    if (forgotten) removed.push(traf);
    const start = base ?? before.end;
    const ranges = tracks.rangesOf(forgotten);
    let end = start;
    for (const trun of boxes.filter(({ type }) => type === 'trun'))
      end = await addRun(walk, trun, {
        base: start,
        at: end,
        size: size ?? tracks.sizes.get(id) ?? 0,
        ranges,
      });
    before = { end, forgotten };
  }
  return removed;
}

/** `base` is null if the samples follow those of the previous track. */
async function headerOf(walk: BoxWalk, tfhd: Box, moofAt: number) {
  const [flags = 0, id = 0] = await walk.words(tfhd, 2);
  const explicit = (flags & BASE_OFFSET) > 0;
  const sizeAt = 2 + (explicit ? 2 : 0) + bit(flags, DESCRIPTION) + bit(flags, DEFAULT_DURATION);
  const words = await walk.words(tfhd, sizeAt + bit(flags, DEFAULT_SIZE));
  const [, , high = 0, low = 0] = words;
  const base = explicit ? high * HIGH_WORD + low : (flags & BASE_IS_MOOF) > 0 ? moofAt : null;
  return { id, base, size: words[sizeAt] };
}

type Run = Readonly<{ base: number; at: number; size: number; ranges: ByteRanges }>;

async function addRun(walk: BoxWalk, trun: Box, { base, at, size, ranges }: Run): Promise<number> {
  const [flags = 0, count = 0] = await walk.words(trun, 2);
  const hasOffset = bit(flags, DATA_OFFSET);
  const [, , offset = 0] = await walk.words(trun, 2 + hasOffset);
  const start = hasOffset ? base + (offset | 0) : at;
  const numbers = [DURATION, SIZE, FLAGS, TIME_OFFSET].reduce((sum, flag) => sum + bit(flags, flag), 0);
  const rows = trun.start + 8 + 4 * (hasOffset + bit(flags, FIRST_FLAGS));
  const column = {
    start: rows + 4 * bit(flags, DURATION),
    end: trun.end,
    count,
    bits: 32,
    stride: 32 * numbers,
  };
  const bytes = (flags & SIZE) > 0 ? await new Numbers(walk, column).sum(count) : count * size;
  ranges.reserve(1);
  ranges.add(start, start + bytes);
  return start + bytes;
}

const bit = (flags: number, flag: number): 0 | 1 => ((flags & flag) > 0 ? 1 : 0);
