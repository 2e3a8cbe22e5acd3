/** Characters in one part. */
const MOST = 32 * 1024;
const encoder = new TextEncoder();

/**
 * The bytes of a text, many pieces at a time. Each part has its own memory. `Buffer.from` would take it from a shared block of 64 kB. The
 * zip keeps each file name in such a block until its end, and so would keep them all.
 */
export async function* textBytes(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < MOST) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
