import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Configuration } from '../config/configuration.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { writeWhole } from '../whole-file.ts';

/** One line of the file. */
type Erased = Readonly<{ userId: string; erasedAt: string }>;

/**
 * `DATA_DIR/erased.ndjson`: who was erased, by random ids, outside of the database and the log. A backup that is put back does not
 * know of it, and must not bring anybody back.
 */
@Injectable()
export class ErasedList {
  readonly #file: string;
  readonly #queue = new KeyedQueue();

  constructor(
    { dataDir }: Configuration,
    private readonly clock: Clock,
  ) {
    this.#file = join(dataDir, 'erased.ndjson');
  }

  /** In the order in which they were erased. */
  all(): readonly string[] {
    return this.#lines().map(({ userId }) => userId);
  }

  /** On the disk when it returns. Somebody who is on it already stays where they are. */
  add(userId: string): Promise<void> {
    return this.#queue.run('file', () => {
      const lines = this.#lines();
      if (lines.some((line) => line.userId === userId)) return Promise.resolve();
      const all = [...lines, { userId, erasedAt: this.clock.now().toISOString() }];
      writeWhole(this.#file, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return Promise.resolve();
    });
  }

  #lines(): readonly Erased[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Erased);
  }
}
