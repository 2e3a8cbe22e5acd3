import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { textBytes } from './text-bytes.ts';

it('joins small pieces into larger parts, and gives each part a separate buffer', async () => {
  const pieces = Array.from({ length: 5_000 }, (_, index) => `${String(index)} é\n`);
  const parts: Buffer[] = [];
  // The export also reads the parts through a stream.
  for await (const part of Readable.from(textBytes(pieces), { objectMode: false }))
    parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe(pieces.join(''));
  expect(parts).toHaveLength(2);
  for (const { buffer, byteLength } of parts) expect(buffer.byteLength).toBe(byteLength);
});
it('returns no part for empty pieces', async () => {
  expect(await Readable.from(textBytes(['', ''])).toArray()).toEqual([]);
});
