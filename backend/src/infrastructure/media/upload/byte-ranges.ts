import type { FileHandle } from 'node:fs/promises';
import { FilmTorn } from './mp4-boxes.ts';

/** From `start` up to, but without, `end`. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/** A film of 50 MB has some ten thousand chunks. So many take some tens of megabytes and a second of work. */
const RANGES_MAX = 500_000;
const WINDOW = 256 * 1024;

/** Ranges of a file, gathered in any order; they may overlap. */
export class ByteRanges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #left = RANGES_MAX;

  /**
   * Before so many are added.
   * @throws FilmTorn when they are too many
   */
  reserve(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new FilmTorn();
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

  /** Where ranges begin and end, each in order: enough to count how many lie over a place. */
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

  /** The nearest place behind those passed where a range begins or ends. */
  get next(): number {
    return Math.min(this.starts[this.#begun] ?? Infinity, this.ends[this.#ended] ?? Infinity);
  }

  /** @returns whether a range lies over the place */
  pass(at: number): boolean {
    while ((this.starts[this.#begun] ?? Infinity) <= at) this.#begun++;
    while ((this.ends[this.#ended] ?? Infinity) <= at) this.#ended++;
    return this.#begun > this.#ended;
  }
}

/**
 * What of `taken` is not `kept`, in order.
 * @param within all of `taken` must lie in these
 * @throws FilmTorn when it does not
 */
export function* without(taken: ByteRanges, kept: ByteRanges, within: ByteRanges): Generator<ByteRange> {
  const [taking, keeping, holding] = [taken.edges(), kept.edges(), within.edges()];
  const next = () => Math.min(taking.next, keeping.next, holding.next);
  for (let start = next(); taking.next < Infinity; start = next()) {
    const [isTaken, isKept, isHeld] = [taking.pass(start), keeping.pass(start), holding.pass(start)];
    if (isTaken && !isHeld) throw new FilmTorn();
    if (isTaken && !isKept) yield { start, end: next() };
  }
}

/** Overwrites ranges with zeros, a window of the file at a time: many small ones in order cost no more than one. */
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
        if (from >= at + length) throw new FilmTorn();
      }
      const to = Math.min(end, at + length);
      window.fill(0, from - at, to - at);
      from = to;
    }
  }
  await file.write(window, 0, length, at);
}
