import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/**
 * Returns the files of an archive by their paths, as its central directory lists them.
 * @throws Error for an incomplete or damaged archive
 */
export async function readZip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
