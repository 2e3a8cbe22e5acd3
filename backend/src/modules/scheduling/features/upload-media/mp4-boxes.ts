import type { FileHandle } from 'node:fs/promises';

/** One box (ISO/IEC 14496-12, section 4.2). `at` is where its head begins, `start` and `end` bound what is in it. */
export type Box = Readonly<{ type: string; at: number; start: number; end: number }>;

/** Walks over the boxes of a file and reads no more than their heads. */
export class BoxWalk {
  #left: number;

  /** @param boxesMax so many boxes are looked at in all */
  constructor(
    private readonly file: FileHandle,
    boxesMax: number,
  ) {
    this.#left = boxesMax;
  }

  /** The boxes side by side in a range. Null when they do not fit into it: then this is no such file. */
  async boxes(start: number, end: number): Promise<Box[] | null> {
    const found: Box[] = [];
    for (let at = start; at < end;) {
      if (this.#left-- <= 0 || end - at < 8) return null;
      const head = await this.read(at, 16);
      if (head.length < 8) return null;
      const short = head.readUInt32BE(0);
      const headLength = short === 1 ? 16 : 8;
      const length =
        short === 1
          ? head.length < 16
            ? 0
            : Number(head.readBigUInt64BE(8))
          : short === 0
            ? end - at
            : short;
      if (length < headLength || at + length > end) return null;
      found.push({ type: head.toString('latin1', 4, 8), at, start: at + headLength, end: at + length });
      at += length;
    }
    return found;
  }

  async read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}
