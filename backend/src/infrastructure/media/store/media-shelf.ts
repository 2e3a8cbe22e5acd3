import { Injectable } from '@nestjs/common';
import { MediaFiles } from './media-files.ts';
import { MediaRemovals } from './media-removals.ts';
import { MediaStore, type MediaObject } from './media-store.ts';

/** Bytes that several files may share, put in and taken out so that nobody loses what somebody else removes. */
@Injectable()
export class MediaShelf {
  constructor(
    private readonly files: MediaFiles,
    private readonly removals: MediaRemovals,
    private readonly store: MediaStore,
  ) {}

  /** The file row must be there before, so that a removal sees that these bytes are wanted. */
  async keep(path: string, object: MediaObject): Promise<void> {
    await this.removals.over(object.sha256);
    await this.store.keep(path, object);
  }

  /**
   * Takes out all bytes that somebody has handed in, used or not, but those that others have too. Their rows are left: cut off in
   * between, they lead to the rest.
   */
  async emptyOf(ownerId: string): Promise<void> {
    for (const object of await this.files.objectsOf(ownerId)) await this.remove(object, ownerId);
  }

  /** Forgets those of the files that nobody uses, and the bytes that nobody else has. */
  async throwOut(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const object of await this.files.forget(names)) await this.remove(object);
  }

  /**
   * Removes bytes that no file has.
   * @param without whose files do not count: theirs are leaving, too
   * @returns whether they were such
   */
  async remove(object: MediaObject, without: string | null = null): Promise<boolean> {
    if (!(await this.removals.begin(object.sha256, without))) return false;
    await this.store.remove(object);
    await this.removals.end(object.sha256);
    return true;
  }
}
