import { Injectable } from '@nestjs/common';
import { MediaFiles } from './media-files.ts';
import { MediaStore, type MediaObject } from './media-store.ts';

/** Bytes that several files may share, put in and taken out while nobody else handles the same bytes. */
@Injectable()
export class MediaShelf {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
  ) {}

  /** The file row must be there before, so that `throwOut` sees that these bytes are wanted. */
  async keep(path: string, object: MediaObject): Promise<void> {
    await this.files.alone(object.sha256, () => this.store.keep(path, object));
  }

  /** Forgets those of the files that nobody uses, and the bytes that nobody else has. */
  async throwOut(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const object of await this.files.forget(names)) {
      await this.files.alone(object.sha256, async (inUse) => {
        if (!inUse) await this.store.remove(object);
      });
    }
  }
}
