import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Configuration } from '../../config/configuration.ts';
import { Injectable } from '@nestjs/common';

/** An incoming file that is older belongs to a killed process. */
const LEFT_BEHIND_MS = 2 * 3_600_000;

/**
 * The folders in `DATA_DIR/media`: objects, copies of objects in an object store, and incoming files. All are on one file system, so a rename
 * moves a file.
 */
@Injectable()
export class MediaFolders {
  readonly objects: string;
  readonly incoming: string;
  /** Copies of objects in an object store. */
  readonly cache: string;

  constructor({ dataDir }: Configuration) {
    this.objects = join(dataDir, 'media', 'objects');
    this.incoming = join(dataDir, 'media', 'incoming');
    this.cache = join(dataDir, 'media', 'cache');
    for (const folder of [this.objects, this.incoming]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Deletes the remains of killed processes. */
  async tidy(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.incoming)) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}
