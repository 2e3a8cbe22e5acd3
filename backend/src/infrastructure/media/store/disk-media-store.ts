import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FolderMark } from './folder-mark.ts';
import {
  fileNameOf,
  isNotThere,
  MediaStore,
  objectNamed,
  type MediaObject,
  type StoredObject,
} from './media-store.ts';

/** Stores objects in a folder of this machine, or in a folder that all processes share. */
export class DiskMediaStore extends MediaStore {
  /** @param folder absolute, on the same file system as the incoming files */
  constructor(
    private readonly folder: string,
    private readonly mark: FolderMark,
  ) {
    super();
  }

  override async keep(path: string, object: MediaObject): Promise<void> {
    const target = this.#pathTo(object);
    await this.mark.checkForFile();
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // The response promises that the bytes are stored, even after a power cut.
    await moveDurably(path, target);
  }

  override async pathOf(object: MediaObject): Promise<string> {
    const target = this.#pathTo(object);
    await this.#orUnavailable(access(target));
    return target;
  }

  override async remove(object: MediaObject): Promise<void> {
    try {
      await this.#orUnavailable(rm(this.#pathTo(object)));
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }

  override async *list(): AsyncIterable<StoredObject> {
    await this.mark.check();
    for (const subfolder of await readdir(this.folder)) {
      for (const name of await readdir(join(this.folder, subfolder)).catch(() => [])) {
        const object = objectNamed(name);
        // Null when the file was deleted a moment ago.
        const found = object && (await stat(join(this.folder, subfolder, name)).catch(() => null));
        if (found) yield { ...object, keptAt: found.mtime };
      }
    }
  }

  override check(): Promise<void> {
    return this.mark.check();
  }

  override tidy(): Promise<void> {
    return Promise.resolve();
  }

  /** A missing file is lost only if the folder itself is there. */
  async #orUnavailable(access: Promise<void>): Promise<void> {
    try {
      await access;
    } catch (error) {
      if (isNotThere(error)) await this.mark.check();
      throw error;
    }
  }

  #pathTo(object: MediaObject): string {
    return join(this.folder, object.sha256.slice(0, 2), fileNameOf(object));
  }
}

/**
 * Moves a file atomically and durably: a reader finds the complete file at the new path, even after a power cut. Both paths are on one file system.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(from, to);
}
