import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { moveDurably } from './disk-media-store.ts';
import { fileNameOf, isNotThere, type MediaObject } from './media-store.ts';

/** Copies unused for this time are deleted. Another machine may have deleted the object, so deleted bytes disappear within a day. */
const FORGOTTEN_MS = 20 * HOUR_MS;
/** How often a process cleans up the folder while it fetches. */
const TIDY_EVERY_MS = 60_000;
const UNFINISHED = '.part';

type Cached = Readonly<{ path: string; bytes: number; usedAt: number }>;

export type MediaCacheOptions = Readonly<{
  /** Absolute; processes of one machine may share it. */
  folder: string;
  maxBytes: number;
  /** The wall clock, because files carry its times. For specs. */
  now?: () => number;
}>;

/**
 * Copies of objects on this machine, each fetched once. Above `maxBytes` it deletes the longest unused copies. It keeps copies used within the
 * hour, because a request may be reading them. So a cache may exceed `maxBytes` for that long.
 */
export class MediaCache {
  readonly #options: Required<MediaCacheOptions>;
  readonly #fetching = new Map<string, Promise<string>>();
  #tidiedAt = -Infinity;

  constructor({ now = Date.now, ...options }: MediaCacheOptions) {
    this.#options = { ...options, now };
  }

  /**
   * Returns the path of the copy. If there is no copy, `fetch` writes the object to a new file.
   * @throws the error of `fetch`, to all callers that wait for the same object
   */
  async pathOf(object: MediaObject, fetch: (path: string) => Promise<void>): Promise<string> {
    const copyPath = this.#pathTo(object);
    if (await this.#use(copyPath)) return copyPath;
    const running = this.#fetching.get(copyPath);
    if (running) return running;
    const fetching = this.#fetch(copyPath, fetch).finally(() => {
      this.#fetching.delete(copyPath);
    });
    this.#fetching.set(copyPath, fetching);
    return fetching;
  }

  /** Takes over a file with the object's bytes, so that the object need not be fetched. */
  async adopt(path: string, object: MediaObject): Promise<void> {
    const copyPath = this.#pathTo(object);
    await mkdir(dirname(copyPath), { recursive: true, mode: 0o700 });
    await moveDurably(path, copyPath);
    await this.#use(copyPath);
    await this.#tidyRegularly();
  }

  async forget(object: MediaObject): Promise<void> {
    await rm(this.#pathTo(object), { force: true });
  }

  /** Deletes copies above the limit, copies unused for most of a day, and the remains of killed processes. */
  async tidy(): Promise<void> {
    const { now, maxBytes } = this.#options;
    const found = (await this.#all()).sort((one, other) => one.usedAt - other.usedAt);
    let bytes = found.reduce((sum, each) => sum + each.bytes, 0);
    for (const each of found) {
      const unusedMs = now() - each.usedAt;
      if (unusedMs <= HOUR_MS) return;
      const isLeftBehind = each.path.endsWith(UNFINISHED) || unusedMs > FORGOTTEN_MS;
      if (!isLeftBehind && bytes <= maxBytes) continue;
      await rm(each.path, { force: true });
      bytes -= each.bytes;
    }
  }

  async #fetch(copyPath: string, fetch: (path: string) => Promise<void>): Promise<string> {
    await mkdir(dirname(copyPath), { recursive: true, mode: 0o700 });
    const unfinished = `${copyPath}.${randomUUID()}${UNFINISHED}`;
    try {
      await fetch(unfinished);
      // Bytes lost in a power cut would be served for ever: a copy is not checked again.
      await moveDurably(unfinished, copyPath);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await this.#use(copyPath);
    await this.#tidyRegularly();
    return copyPath;
  }

  /**
   * Marks a copy as used.
   * @returns whether it exists
   */
  async #use(copyPath: string): Promise<boolean> {
    const now = new Date(this.#options.now());
    try {
      await utimes(copyPath, now, now);
      return true;
    } catch (error) {
      if (isNotThere(error)) return false;
      throw error;
    }
  }

  async #tidyRegularly(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = now;
    await this.tidy();
  }

  async #all(): Promise<Cached[]> {
    const { folder } = this.#options;
    const subfolders = await readdir(folder).catch(() => []);
    const found: Cached[] = [];
    for (const subfolder of subfolders) {
      for (const name of await readdir(join(folder, subfolder)).catch(() => [])) {
        const path = join(folder, subfolder, name);
        const file = await stat(path).catch(() => null);
        if (file) found.push({ path, bytes: file.size, usedAt: file.mtimeMs });
      }
    }
    return found;
  }

  #pathTo(object: MediaObject): string {
    return join(this.#options.folder, object.sha256.slice(0, 2), fileNameOf(object));
  }
}
