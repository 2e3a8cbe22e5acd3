import type { FileHandle } from 'node:fs/promises';

/** One box (ISO/IEC 14496-12, section 4.2). `at` is the start of its head; `start` and `end` bound its content. */
export type Box = Readonly<{ type: string; at: number; start: number; end: number }>;

/** The boxes or tables of a video are inconsistent, or more than the limit. */
export class Mp4Inconsistent extends Error {}

/** The maximum of boxes. A fragmented video of 50 MB has thousands. `forgetVideoMetadata` reads fragments with a removed track twice. */
export const BOXES_MAX = 40_000;
const HEAD_BYTES = 8;
/** How many numbers may be read at most, in all tables together. A 400 Hz sensor has this many samples after three hours. */
const NUMBERS_MAX = 5_000_000;

/** Walks over the boxes of a file. It reads only their heads, and the tables that the caller asks for. */
export class BoxWalk {
  #boxesLeft: number;
  #numbersLeft = NUMBERS_MAX;

  /** @param boxesMax the greatest number of boxes to read in total */
  constructor(
    private readonly file: FileHandle,
    boxesMax: number,
  ) {
    this.#boxesLeft = boxesMax;
  }

  /**
   * Returns the boxes of one level in a range: the file, or the content of a box.
   * @throws Mp4Inconsistent when the boxes do not fit into the range, so that this is not such a file
   */
  async boxes({ start, end }: Pick<Box, 'start' | 'end'>): Promise<Box[]> {
    const found: Box[] = [];
    for (let at = start; at < end;) {
      if (this.#boxesLeft-- <= 0) throw new Mp4Inconsistent();
      if (end - at < HEAD_BYTES && (await this.#isFiller(at, end))) break;
      const head = await this.read(at, 16);
      if (head.length < HEAD_BYTES || end - at < HEAD_BYTES) throw new Mp4Inconsistent();
      const shortLength = head.readUInt32BE(0);
      const headLength = shortLength === 1 ? 2 * HEAD_BYTES : HEAD_BYTES;
      const length =
        shortLength === 1
          ? head.length < 16
            ? 0
            : Number(head.readBigUInt64BE(8))
          : shortLength === 0
            ? end - at
            : shortLength;
      if (length < headLength || at + length > end) throw new Mp4Inconsistent();
      found.push({ type: head.toString('latin1', 4, 8), at, start: at + headLength, end: at + length });
      at += length;
    }
    return found;
  }

  /** Some programs end a list of boxes with a few zeros, as QuickTime does, too short for a head. */
  async #isFiller(at: number, end: number): Promise<boolean> {
    return (await this.read(at, end - at)).every((byte) => byte === 0);
  }

  /**
   * Returns the first box at a path of types.
   * @throws Mp4Inconsistent
   */
  async find(box: Box, path: readonly string[]): Promise<Box | undefined> {
    let found: Box | undefined = box;
    for (const typeOfChild of path) {
      if (!found) return undefined;
      const inside: Box[] = await this.boxes(found);
      found = inside.find(({ type }) => type === typeOfChild);
    }
    return found;
  }

  /**
   * Returns the big-endian 32-bit numbers at the start of a box: a table's version and flags, its length and the like.
   * @throws Mp4Inconsistent when the box has fewer
   */
  async words({ start, end }: Box, count: number): Promise<number[]> {
    const body = await this.read(start, Math.min(4 * count, end - start));
    if (body.length < 4 * count) throw new Mp4Inconsistent();
    return Array.from({ length: count }, (_, index) => body.readUInt32BE(4 * index));
  }

  /**
   * Counts numbers before they are read.
   * @throws Mp4Inconsistent when the tables have too many numbers
   */
  reserve(numbers: number): void {
    this.#numbersLeft -= numbers;
    if (this.#numbersLeft < 0) throw new Mp4Inconsistent();
  }

  async read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}
