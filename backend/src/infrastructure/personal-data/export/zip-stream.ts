import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = Readonly<{
  /** With its folders: `media/cat.jpg`. */
  path: string;
  /** False: its bytes are compressed already. */
  compress: boolean;
  /** Called when the entry’s turn comes. The archive destroys the stream when the recipient stops. */
  open(): Readable;
}>;

/**
 * An archive that is created while it is read. It opens an entry after the one before it was read, and reads it no faster than the
 * recipient does. Destroying it ends the open entry and closes `entries`. An error of an entry becomes its own.
 * @param at the modification time of all entries
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile();
  // It is a PassThrough; the types declare less.
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
