import { createCipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';

/** Snapchat's format for files: AES-256 in CBC mode, PKCS 7, with a separate key and initialization vector for each file. */
const CIPHER = 'aes-256-cbc';
export const KEY_BYTES = 32;
export const IV_BYTES = 16;
const BLOCK_BYTES = 16;

const PARTS_MAX = 35;
const PART_BYTES_MAX = 32_000_000;
/**
 * The usual size of a part. A part is in memory as a whole, so it should be small. But there should be few parts, because a token may send ten
 * requests per second.
 */
const PART_BYTES = 12_000_000;

export type Seal = Readonly<{ key: Buffer; iv: Buffer }>;

/** Yields the encrypted file in parts. Larger files have larger parts, within Snapchat's limits on size and number. */
export async function* sealedParts(body: FileBody | Uint8Array, { key, iv }: Seal): AsyncGenerator<Buffer> {
  const bytes = body instanceof Uint8Array ? body.length : body.bytes;
  const sealed = (Math.floor(bytes / BLOCK_BYTES) + 1) * BLOCK_BYTES;
  const size = Math.min(PART_BYTES_MAX, Math.max(PART_BYTES, Math.ceil(sealed / PARTS_MAX)));
  const cipher = createCipheriv(CIPHER, key, iv);
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(body)) {
    const piece = cipher.update(chunk);
    waiting.push(piece);
    length += piece.length;
    while (length >= size) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, size);
      waiting = [all.subarray(size)];
      length -= size;
    }
  }
  yield Buffer.concat([...waiting, cipher.final()]);
}

async function* chunksOf(body: FileBody | Uint8Array): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* createReadStream(body.path) as AsyncIterable<Buffer>;
}
