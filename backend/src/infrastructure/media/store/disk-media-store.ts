import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extensionOf, MediaStore, type MediaObject } from './media-store.ts';

/** A folder of this machine, or one that all processes share. */
export class DiskMediaStore extends MediaStore {
  /** @param folder absolute, on the same file system as the files that are handed in */
  constructor(private readonly folder: string) {
    super();
  }

  override async keep(path: string, object: MediaObject): Promise<void> {
    const place = this.#place(object);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // The reply promises that the bytes are there, also after a power cut.
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
    await rename(path, place);
  }

  override async pathOf(object: MediaObject): Promise<string> {
    const place = this.#place(object);
    await access(place);
    return place;
  }

  override async remove(object: MediaObject): Promise<void> {
    await rm(this.#place(object), { force: true });
  }

  #place({ sha256, mimeType }: MediaObject): string {
    return join(this.folder, sha256.slice(0, 2), `${sha256}.${extensionOf(mimeType)}`);
  }
}
