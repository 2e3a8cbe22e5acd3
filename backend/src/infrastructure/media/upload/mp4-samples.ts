import type { ByteRanges } from './byte-ranges.ts';
import { Mp4Inconsistent, type Box, type BoxWalk } from './mp4-boxes.ts';
import { Numbers } from './mp4-numbers.ts';

/** Lengths of successive samples, in bytes. */
type Sizes = Readonly<{ sum: (count: number) => Promise<number> | number }>;

/**
 * Adds the ranges of a track's samples, by its own tables (ISO/IEC 14496-12, sections 8.7.3 to 8.7.5), one for each chunk.
 * @param trak if its tables are missing or empty, as in a fragmented video, no range is added
 * @throws Mp4Inconsistent when the tables do not fit into their boxes, or a needed table is missing
 */
export async function addSamples(walk: BoxWalk, trak: Box, ranges: ByteRanges): Promise<void> {
  const stbl = await walk.find(trak, ['mdia', 'minf', 'stbl']);
  if (!stbl) return;
  const tables = new Map((await walk.boxes(stbl)).map((box) => [box.type, box]));
  const offsets = tables.get('stco') ?? tables.get('co64');
  if (!offsets) return;
  const [, chunks = 0] = await walk.words(offsets, 2);
  if (chunks === 0) return;
  ranges.reserve(chunks);
  const bits = offsets.type === 'co64' ? 64 : 32;
  const starts = new Numbers(walk, { start: offsets.start + 8, end: offsets.end, count: chunks, bits });
  const sizes = await sizesOf(walk, tables.get('stsz') ?? tables.get('stz2'));
  const runs = await Runs.read(walk, tables.get('stsc'));
  for (let chunk = 1; chunk <= chunks; chunk++) {
    const start = await starts.next();
    ranges.add(start, start + (await sizes.sum(await runs.samplesOf(chunk))));
  }
}

async function sizesOf(walk: BoxWalk, box: Box | undefined): Promise<Sizes> {
  if (!box) throw new Mp4Inconsistent();
  const [, size = 0, count = 0] = await walk.words(box, 3);
  const column = { start: box.start + 12, end: box.end, count };
  if (box.type === 'stsz')
    return size > 0 ? equalSizes(size, count) : new Numbers(walk, { ...column, bits: 32 });
  const bits = size & 0xff;
  if (![4, 8, 16].includes(bits)) throw new Mp4Inconsistent();
  return new Numbers(walk, { ...column, bits });
}

function equalSizes(size: number, count: number): Sizes {
  let left = count;
  return {
    sum: (requested) => {
      const taken = Math.min(requested, left);
      left -= taken;
      return taken * size;
    },
  };
}

/** The table of samples per chunk: one row for each run of chunks with the same number. */
class Runs {
  #samples = 0;
  #next = 1;
  #left: number;

  private constructor(
    private readonly rows: Numbers,
    count: number,
  ) {
    this.#left = count;
  }

  static async read(walk: BoxWalk, box: Box | undefined): Promise<Runs> {
    if (!box) throw new Mp4Inconsistent();
    const [, count = 0, first] = await walk.words(box, 3);
    if (first !== 1) throw new Mp4Inconsistent();
    // The first number of each row is read together with the previous row.
    const numbers = { start: box.start + 12, end: box.end, count: 3 * count - 1, bits: 32 };
    return new Runs(new Numbers(walk, numbers), count);
  }

  /** @param chunk the chunk after the last requested one; the first is 1 */
  async samplesOf(chunk: number): Promise<number> {
    if (chunk < this.#next) return this.#samples;
    this.#samples = await this.rows.next();
    await this.rows.next();
    this.#left--;
    this.#next = this.#left > 0 ? await this.rows.next() : Infinity;
    if (this.#next <= chunk) throw new Mp4Inconsistent();
    return this.#samples;
  }
}
