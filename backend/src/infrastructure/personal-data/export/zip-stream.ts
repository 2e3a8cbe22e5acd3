import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = Readonly<{
  /** With its folders: `media/cat.jpg`. */
  path: string;
  /** False: its bytes are already compressed. */
  compress: boolean;
  /** Called when the entry’s turn comes. The archive destroys the stream when the recipient stops. */
  open(): Readable;
}>;

/**
 * An archive that is created while it is read. It opens an entry after the previous entry was read, and reads the entry no faster than the
 * recipient does. When the archive is destroyed, it ends the open entry and closes `entries`. An error of an entry becomes an error of the archive.
 * @param at the modification time of all entries
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile();
  // The output is a PassThrough, but its type declares less.
  const archive = zip.outputStream as Readable;
  const stopped = new AbortController();
  archive.once('close', () => {
    stopped.abort();
  });
  zip.once('error', (error: Error) => {
    archive.destroy(error);
  });
  void fill(zip, entries, at, stopped.signal).catch((error: unknown) => {
    archive.destroy(error as Error);
  });
  return archive;
}

async function fill(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  stopped: AbortSignal,
): Promise<void> {
  for await (const { path, compress, open } of entries) {
    if (stopped.aborted) return;
    const bytes = open();
    try {
      zip.addReadStream(bytes, path, { mtime: at, mode: 0o100644, compress });
      await finished(bytes, { signal: stopped });
    } finally {
      bytes.destroy();
    }
  }
  zip.end();
}
