/** Letters that travel together. */
const MOST = 32 * 1024;
const encoder = new TextEncoder();

/**
 * The bytes of a text, many pieces at a time. Each part has memory of its own: what `Buffer.from` makes lies among others in one block of
 * 64 kB, and the zip keeps a name of each of its files in such a block until its end.
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
