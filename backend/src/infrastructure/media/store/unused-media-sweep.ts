import { Injectable } from '@nestjs/common';
import { MediaFiles } from './media-files.ts';
import { MediaRemovals } from './media-removals.ts';
import { MediaStore, type MediaObject } from './media-store.ts';

/** Stores and deletes bytes that several files may share. A removal never deletes bytes that another user's file needs. */
@Injectable()
export class UnusedMediaSweep {
  constructor(
    private readonly files: MediaFiles,
    private readonly removals: MediaRemovals,
    private readonly store: MediaStore,
  ) {}

  /** Stores the bytes. The file row must exist before this call, so that a removal finds that the bytes are needed. */
  async keep(path: string, object: MediaObject): Promise<void> {
    await this.removals.waitForEnd(object.sha256);
    await this.store.keep(path, object);
  }

  /**
   * Deletes all bytes that this user uploaded, used or not, except bytes that other users have too. The rows stay: after an interruption, they refer
   * to the remaining bytes.
   */
  async deleteBytesOf(ownerId: string): Promise<void> {
    for (const object of await this.files.objectsOf(ownerId)) await this.remove(object, ownerId);
  }

  /** Deletes the rows of unused files, and the bytes that no other file has. */
  async deleteUnused(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const object of await this.files.forget(names)) await this.remove(object);
  }

  /**
   * Deletes bytes that no file has.
   * @param without a user whose files do not count, because they are being deleted too
   * @returns whether the bytes were deleted
   */
  async remove(object: MediaObject, without: string | null = null): Promise<boolean> {
    if (!(await this.removals.begin(object.sha256, without))) return false;
    await this.store.remove(object);
    await this.removals.end(object.sha256);
    return true;
  }
}
