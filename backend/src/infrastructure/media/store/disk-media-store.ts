import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNameOf, MediaStore, objectNamed, type MediaObject, type StoredObject } from './media-store.ts';

/** A folder of this machine, or one that all processes share. */
export class DiskMediaStore extends MediaStore {
  /** @param folder absolute, on the same file system as the incoming files */
  constructor(private readonly folder: string) {
    super();
  }

  override async keep(path: string, object: MediaObject): Promise<void> {
    const place = this.#place(object);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // The reply promises that the bytes are stored, even after a power cut.
    await moveDurably(path, place);
  }

  override async pathOf(object: MediaObject): Promise<string> {
    const place = this.#place(object);
    await access(place);
    return place;
  }

  override async remove(object: MediaObject): Promise<void> {
    await rm(this.#place(object), { force: true });
  }

  override async *list(): AsyncIterable<StoredObject> {
    for (const shelf of await readdir(this.folder)) {
      for (const name of await readdir(join(this.folder, shelf)).catch(() => [])) {
        const object = objectNamed(name);
        // Null when the file was deleted a moment ago.
        const found = object && (await stat(join(this.folder, shelf, name)).catch(() => null));
        if (found) yield { ...object, keptAt: found.mtime };
      }
    }
  }

  override tidy(): Promise<void> {
    return Promise.resolve();
  }

  #place(object: MediaObject): string {
    return join(this.folder, object.sha256.slice(0, 2), fileNameOf(object));
  }
}

/**
 * Moves a file atomically and durably: a reader finds the complete file at the new path, even after a power cut. Both paths are on one file system.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+');
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- finally waits for the promise
  await file.sync().finally(() => file.close());
  await rename(from, to);
}
