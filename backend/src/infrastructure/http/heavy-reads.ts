import { Injectable } from '@nestjs/common';
import { KeyedQueue } from '../keyed-queue.ts';

/** Long lists are read one at a time for each user of this process: however many are asked for at once, one of them is in memory. */
@Injectable()
export class HeavyReads {
  readonly #queue = new KeyedQueue();

  oneAtATime<Result>(userId: string, read: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(userId, read);
  }
}
