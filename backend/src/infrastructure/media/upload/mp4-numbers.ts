import { Mp4Inconsistent, type BoxWalk } from './mp4-boxes.ts';

const WINDOW = 64 * 1024;

/** The position of a table's numbers. Each is `bits` long (4, 8, 16, 32 or 64) and begins `stride` bits after the previous one. */
export type Column = Readonly<{ start: number; end: number; count: number; bits: number; stride?: number }>;

/** Reads a column of a table from start to end, with one window of it in memory. */
export class Numbers {
  readonly #bits: number;
  readonly #stride: number;
  #left: number;
  #from: number;
  #window: Buffer = Buffer.alloc(0);
  /** The position in the window, in bits. */
  #at = 0;

  /** @throws Mp4Inconsistent when the table is shorter than it states, or the limit for reading is exceeded */
  constructor(
    private readonly walk: BoxWalk,
    { start, end, count, bits, stride = bits }: Column,
  ) {
    if (count > 0 && start + ((count - 1) * stride + bits) / 8 > end) throw new Mp4Inconsistent();
    walk.reserve(count);
    this.#bits = bits;
    this.#stride = stride;
    this.#left = count;
    this.#from = start;
  }

  /** @throws Mp4Inconsistent at the end */
  async next(): Promise<number> {
    if (this.#left === 0) throw new Mp4Inconsistent();
    return this.sum(1);
  }

  /** Returns the sum of the next `count` numbers, or of all remaining numbers if they are fewer. */
  async sum(count: number): Promise<number> {
    let sum = 0;
    for (let remaining = Math.min(count, this.#left); remaining > 0; remaining--) {
      if (this.#at + this.#bits > 8 * this.#window.length) await this.#read();
      sum += this.#number();
      this.#at += this.#stride;
      this.#left--;
    }
    return sum;
  }

  async #read(): Promise<void> {
    // A window holds an even number of 4-bit numbers, so it always begins at a byte.
    this.#from += Math.floor(this.#at / 8);
    this.#at %= 8;
    this.#window = await this.walk.read(this.#from, WINDOW);
    if (8 * this.#window.length < this.#at + this.#bits) throw new Mp4Inconsistent();
  }

  #number(): number {
    const at = Math.floor(this.#at / 8);
    if (this.#bits === 64) return Number(this.#window.readBigUInt64BE(at));
    if (this.#bits > 4) return this.#window.readUIntBE(at, this.#bits / 8);
    const byte = this.#window.readUInt8(at);
    return this.#at % 8 === 0 ? byte >> 4 : byte & 15;
  }
}
