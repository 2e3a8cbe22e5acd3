import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  type ReadStream,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { Refusal } from '../http/refusal.ts';

/** A received file. `type` comes from its first bytes; null when they match no known type. */
export type ReceivedBlob = Readonly<{ sha256: string; bytes: number; type: string | null }>;

const BUDGET_BYTES = 1024 * 1024 * 1024;

/**
 * The bytes of received media, which the sandbox's pages show. When they exceed the budget, the store deletes the oldest files. The platforms keep the
 * metadata of deleted files.
 */
export class BlobStore {
  readonly #directory: string;
  readonly #sizes = new Map<string, number>();
  #total = 0;

  constructor(directory: string) {
    this.#directory = join(directory, 'blobs');
    mkdirSync(this.#directory, { recursive: true });
    const files = readdirSync(this.#directory).map((name) => ({
      name,
      stats: statSync(join(this.#directory, name)),
    }));
    for (const { name, stats } of files.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
      // The last process ended while it received this file.
      if (name.endsWith('.part')) rmSync(join(this.#directory, name));
      else this.#remember(name, stats.size);
    }
  }

  /** Streams a body to disk. @throws Refusal 413 when the body is too large, after the sender has finished */
  async receive(stream: AsyncIterable<Buffer>, limit: number): Promise<ReceivedBlob> {
    const part = join(this.#directory, `${randomUUID()}.part`);
    const file = await open(part, 'w');
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of stream) {
        bytes += chunk.length;
        if (bytes > limit) continue;
        hash.update(chunk);
        await file.write(chunk);
      }
      await file.close();
      if (bytes > limit)
        throw new Refusal(413, { error: 'PayloadTooLarge', message: 'request entity too large' });
      const type = (await fileTypeFromFile(part))?.mime ?? null;
      const sha256 = hash.digest('hex');
      renameSync(part, join(this.#directory, sha256));
      this.#remember(sha256, bytes);
      return { sha256, bytes, type };
    } catch (error) {
      await file.close().catch(() => undefined);
      rmSync(part, { force: true });
      throw error;
    }
  }

  /** Null when the bytes are unknown or were deleted. */
  read(sha256: string): { bytes: number; stream: () => ReadStream } | null {
    const bytes = this.#sizes.get(sha256);
    const path = join(this.#directory, sha256);
    if (bytes === undefined || !existsSync(path)) return null;
    return { bytes, stream: () => createReadStream(path) };
  }

  clear(): void {
    for (const name of this.#sizes.keys()) rmSync(join(this.#directory, name), { force: true });
    this.#sizes.clear();
    this.#total = 0;
  }

  #remember(sha256: string, bytes: number): void {
    this.#total += bytes - (this.#sizes.get(sha256) ?? 0);
    this.#sizes.set(sha256, bytes);
    for (const [oldest, size] of this.#sizes) {
      if (this.#total <= BUDGET_BYTES || oldest === sha256) return;
      rmSync(join(this.#directory, oldest), { force: true });
      this.#sizes.delete(oldest);
      this.#total -= size;
    }
  }
}
