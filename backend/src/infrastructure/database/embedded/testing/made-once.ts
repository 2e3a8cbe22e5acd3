import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterFolder } from '../cluster-folder.ts';
import { serverUser } from '../server-user.ts';

/** A data folder with a cluster for many specs: `initdb` takes longer than most of them, and a copy of its files does not. */
export class MadeOnce {
  #original: Promise<string> | undefined;

  /** @param make creates a cluster in this data folder, and leaves no server running */
  constructor(private readonly make: (dataDir: string) => Promise<void>) {}

  /** Puts a copy of the cluster into an empty data folder. */
  async copyTo(dataDir: string): Promise<void> {
    const { moved } = clusterFolder(dataDir, serverUser());
    // A cluster outside its data folder cannot be copied, because each has a different location.
    if (moved) return this.make(dataDir);
    this.#original ??= this.#makeOriginal();
    const from = join(await this.#original, 'postgres');
    // `cp -a` keeps the owners of the files, because the server runs as another user.
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await promisify(execFile)('cp', ['-a', from, join(dataDir, 'postgres')]);
  }

  async remove(): Promise<void> {
    const original = await this.#original;
    this.#original = undefined;
    if (original !== undefined) await rm(original, { recursive: true });
  }

  async #makeOriginal(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-made-once-'));
    await chmod(dataDir, 0o755);
    await this.make(dataDir);
    return dataDir;
  }
}
