import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotThere, MediaStoreUnavailable, objectNamed } from './media-store.ts';

const NAME = 'media-folder.txt';
const TEXT =
  'This file shows that this folder contains the media. Without it, a missing volume looks like lost files.\n';

/**
 * A file that shows that a folder is the folder of this product's media. When a volume is not mounted, its mount point is an empty folder,
 * in which every file seems lost.
 */
export class FolderMark {
  readonly #path: string;

  /** @param hasFiles whether the database knows stored files, so that an empty folder cannot be that of a new installation */
  constructor(
    private readonly folder: string,
    private readonly hasFiles: () => Promise<boolean>,
  ) {
    this.#path = join(folder, NAME);
  }

  /**
   * Accepts the empty folder of a new installation. Marks a folder with objects that an older release left without a mark.
   * @throws MediaStoreUnavailable when the folder is missing or foreign
   */
  async check(): Promise<void> {
    if ((await this.#isThere()) || !(await this.hasFiles())) return;
    if (await this.#containsObject()) return this.write();
    throw new MediaStoreUnavailable(
      `${this.folder} contains no media, but the database knows stored files. Mount the volume of DATA_DIR. ` +
        `If these files are lost for ever, create the file ${this.#path}`,
      'The media folder',
    );
  }

  /**
   * Marks the folder before it gets a file. A new installation may start before its volume is mounted, so its start marks nothing.
   * @throws MediaStoreUnavailable when the folder is missing or foreign
   */
  async checkForFile(): Promise<void> {
    if (await this.#isThere()) return;
    await this.check();
    await this.write();
  }

  async write(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#path, TEXT, { mode: 0o600 });
  }

  async #isThere(): Promise<boolean> {
    try {
      await stat(this.#path);
      return true;
    } catch (error) {
      if (isNotThere(error)) return false;
      throw error;
    }
  }

  async #containsObject(): Promise<boolean> {
    const subfolders = await readdir(this.folder).catch(() => []);
    for (const subfolder of subfolders) {
      const names = await readdir(join(this.folder, subfolder)).catch(() => []);
      if (names.some((name) => objectNamed(name) !== null)) return true;
    }
    return false;
  }
}
