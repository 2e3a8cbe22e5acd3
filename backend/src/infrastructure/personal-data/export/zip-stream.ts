import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = Readonly<{
  /** With its folders: `media/cat.jpg`. */
  path: string;
  /** False: its bytes are compressed already. */
  compress: boolean;
  /** Called when its turn has come, and destroyed when nobody takes the archive any more. */
  open(): Readable;
}>;

/**
 * An archive that is made while it is read: an entry is opened when the one before it was taken, and no faster than it is read.
 * Destroying it ends the reading of the entry that is open and closes `entries`. An error of an entry becomes its own.
 * @param at the time that all entries carry
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile();
  // A PassThrough; the types know less of it.
  const archive = zip.outputStream as Readable;
  const gone = new AbortController();
  archive.once('close', () => {
    gone.abort();
  });
  zip.once('error', (error: Error) => {
    archive.destroy(error);
  });
  void fill(zip, entries, at, gone.signal).catch((error: unknown) => {
    archive.destroy(error as Error);
  });
  return archive;
}

async function fill(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  gone: AbortSignal,
): Promise<void> {
  for await (const { path, compress, open } of entries) {
    if (gone.aborted) return;
    const bytes = open();
    try {
      zip.addReadStream(bytes, path, { mtime: at, mode: 0o100644, compress });
      await finished(bytes, { signal: gone });
    } finally {
      bytes.destroy();
    }
  }
  zip.end();
}
