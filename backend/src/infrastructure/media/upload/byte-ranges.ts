import type { FileHandle } from 'node:fs/promises';
import { Mp4Inconsistent } from './mp4-boxes.ts';

/** From `start` up to, but without, `end`. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/** A video of 50 MB has about ten thousand chunks. This limit takes some tens of megabytes and a second of work. */
const RANGES_MAX = 500_000;
const WINDOW = 256 * 1024;

/** Ranges of a file, added in any order; they may overlap. */
export class ByteRanges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #left = RANGES_MAX;

  /**
   * Announces this number of further ranges.
   * @throws Mp4Inconsistent when the ranges are too many
   */
  reserve(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new Mp4Inconsistent();
  }

  add(start: number, end: number): void {
    if (end <= start) return;
    const last = this.#ends.length - 1;
    if (this.#ends[last] === start) this.#ends[last] = end;
    else {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  /** The sorted starts and ends of all ranges: enough to count how many cover a position. */
  edges(): Edges {
    return new Edges(Float64Array.from(this.#starts).sort(), Float64Array.from(this.#ends).sort());
  }
}

class Edges {
  #begun = 0;
  #ended = 0;

  constructor(
    private readonly starts: Float64Array,
    private readonly ends: Float64Array,
  ) {}

  /** The next position where a range begins or ends. */
  get next(): number {
    return Math.min(this.starts[this.#begun] ?? Infinity, this.ends[this.#ended] ?? Infinity);
  }

  /** Moves to a later position. @returns whether a range covers it */
  advanceTo(at: number): boolean {
    while ((this.starts[this.#begun] ?? Infinity) <= at) this.#begun++;
    while ((this.ends[this.#ended] ?? Infinity) <= at) this.#ended++;
    return this.#begun > this.#ended;
  }
}

/**
 * Returns the parts of `taken` that are not in `kept`, in order.
 * @param within must cover all of `taken`
 * @throws Mp4Inconsistent when it does not
 */
export function* without(taken: ByteRanges, kept: ByteRanges, within: ByteRanges): Generator<ByteRange> {
  const [taking, keeping, enclosing] = [taken.edges(), kept.edges(), within.edges()];
  const next = () => Math.min(taking.next, keeping.next, enclosing.next);
  for (let start = next(); taking.next < Infinity; start = next()) {
    const [isTaken, isKept, isEnclosed] = [
      taking.advanceTo(start),
      keeping.advanceTo(start),
      enclosing.advanceTo(start),
    ];
    if (isTaken && !isEnclosed) throw new Mp4Inconsistent();
    if (isTaken && !isKept) yield { start, end: next() };
  }
}

/** Overwrites ranges with zeros, one window of the file at a time, so that many small ranges cost no more than one. */
export async function fillWithZeros(file: FileHandle, ranges: Iterable<ByteRange>): Promise<void> {
  const window = Buffer.alloc(WINDOW);
  let at = 0;
  let length = 0;
  for (const { start, end } of ranges) {
    for (let from = start; from < end;) {
      if (from < at || from >= at + length) {
        await file.write(window, 0, length, at);
        at = from - (from % WINDOW);
        length = (await file.read(window, 0, WINDOW, at)).bytesRead;
        if (from >= at + length) throw new Mp4Inconsistent();
      }
      const to = Math.min(end, at + length);
      window.fill(0, from - at, to - at);
      from = to;
    }
  }
  await file.write(window, 0, length, at);
}
