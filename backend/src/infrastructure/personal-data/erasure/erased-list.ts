import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { S3Bucket } from '#infrastructure/media/store/s3-bucket.ts';
import { writeWhole } from '#infrastructure/database/whole-file.ts';

/** One line of the file. */
type Erased = Readonly<{ userId: string; erasedAt: string }>;

/**
 * Who was erased, by random ids, outside of the database and the log: a backup that is put back does not know of it, and must not
 * bring anybody back. `DATA_DIR/erased.ndjson`; where media lie in an object store, `erased/{userId}` there as well, so that a
 * machine with an empty disk knows it too.
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
   * Each of them once. What one of the two places lacks is added to it: a disk that was lost, a store that came later.
   * @throws MediaStoreAway
   */
  all(): Promise<readonly string[]> {
    return this.#queue.run('list', async () => {
      const here = this.#lines().map(({ userId }) => userId);
      const there = await this.#inBucket(async (bucket) => {
        const marked = await bucket.erased();
        for (const userId of missingIn(marked, here)) await bucket.markErased(userId);
        return marked;
      });
      this.#append(there ?? []);
      return [...new Set([...here, ...(there ?? [])])];
    });
  }

  /** In both places when it returns. Somebody who is on it already stays where they are. @throws MediaStoreAway */
  add(userId: string): Promise<void> {
    return this.#queue.run('list', async () => {
      this.#append([userId]);
      await this.#inBucket((bucket) => bucket.markErased(userId));
    });
  }

  #append(userIds: readonly string[]): void {
    const lines = this.#lines();
    const known = lines.map(({ userId }) => userId);
    const erasedAt = this.clock.now().toISOString();
    const more = missingIn(known, userIds).map((userId) => ({ userId, erasedAt }));
    if (more.length === 0) return;
    writeWhole(this.#file, [...lines, ...more].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Null without a store. The client lives as long as the work: nobody else needs it for this. */
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

  #lines(): readonly Erased[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Erased);
  }
}

const missingIn = (known: readonly string[], wanted: readonly string[]): readonly string[] =>
  wanted.filter((userId) => !known.includes(userId));
