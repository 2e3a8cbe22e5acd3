import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaObject } from '../media-store.ts';

/** A file ready to be stored, and its object. */
export type TestMediaFile = Readonly<{ path: string; object: MediaObject; bytes: Buffer }>;

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Files of random bytes in their own folder. */
export class TestMediaFiles {
  constructor(readonly folder: string) {}

  async create(bytes: Buffer = randomBytes(1000), mimeType = 'image/jpeg'): Promise<TestMediaFile> {
    const path = join(this.folder, randomBytes(8).toString('hex'));
    await writeFile(path, bytes);
    return { path, bytes, object: { sha256: digestOf(bytes), mimeType } };
  }
}
