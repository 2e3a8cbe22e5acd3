import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { S3Bucket } from '#infrastructure/media/store/s3-bucket.ts';
import { appendDurably } from '#infrastructure/database/whole-file.ts';

/** One line of the file. */
type Erased = Readonly<{ userId: string; erasedAt: string }>;

/**
 * The random ids of erased users, stored outside the database and the log. A restored backup does not know about their erasure and must not
 * bring them back. The list is `DATA_DIR/erased.ndjson`. With an object store, `erased/{userId}` exists there too, for a machine with an
 * empty disk.
 */
@Injectable()
export class ErasedList {
  readonly #file: string;
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {
    this.#file = join(configuration.dataDir, 'erased.ndjson');
  }

  /**
   * Returns the id of each erased user once. Copies ids that are missing in the file or the store, after a lost disk or with a new store.
   * @throws MediaStoreUnavailable
   */
  all(): Promise<readonly string[]> {
    return this.#queue.run('list', async () => {
      const inFile = linesOf(this.#text()).map(({ userId }) => userId);
      const inStore = await this.#inBucket(async (bucket) => {
        const marked = await bucket.erased();
        for (const userId of missingIn(marked, inFile)) await bucket.markErased(userId);
        return marked;
      });
      this.#append(inStore ?? []);
      return [...new Set([...inFile, ...(inStore ?? [])])];
    });
  }

  /**
   * Adds a user to the file and to the object store, if there is one. For a user who is already listed, this changes nothing.
   * @throws MediaStoreUnavailable
   */
  add(userId: string): Promise<void> {
    return this.#queue.run('list', async () => {
      this.#append([userId]);
      await this.#inBucket((bucket) => bucket.markErased(userId));
    });
  }

  #append(userIds: readonly string[]): void {
    const text = this.#text();
    const known = linesOf(text).map(({ userId }) => userId);
    const erasedAt = this.clock.now().toISOString();
    const more = missingIn(known, userIds).map((userId) => ({ userId, erasedAt }));
    if (more.length === 0) return;
    // Machines share this file, so a process must not write back what it has read before.
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    appendDurably(this.#file, start + more.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Returns null without a store. The client is closed after the work, because nothing else uses it. */
  async #inBucket<Result>(work: (bucket: S3Bucket) => Promise<Result>): Promise<Result | null> {
    const { objectStore } = this.configuration;
    if (objectStore === null) return null;
    const bucket = await S3Bucket.open(objectStore);
    try {
      return await work(bucket);
    } finally {
      bucket.close();
    }
  }

  #text(): string {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '';
  }
}

/** Without an incomplete line. The step of the erasure that wrote this line was not recorded, so it adds the user again. */
const linesOf = (text: string): readonly Erased[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Erased];
    } catch {
      return [];
    }
  });

const missingIn = (known: readonly string[], wanted: readonly string[]): readonly string[] =>
  wanted.filter((userId) => !known.includes(userId));
