/** The least number of characters in a chunk, except in the last one. */
const CHUNK_CHARACTERS = 32 * 1024;
const encoder = new TextEncoder();

/**
 * Returns the bytes of a text in large chunks, each with its own memory. `Buffer.from` would use shared blocks of 64 kB. The names of files
 * are in such blocks too, and the zip keeps the names until its end. So it would keep all blocks.
 */
export async function* textBytes(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
