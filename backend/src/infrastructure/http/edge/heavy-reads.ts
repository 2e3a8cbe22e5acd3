import { Injectable } from '@nestjs/common';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';

/** Reads long lists one at a time for each user in this process, so that only one list of a user is in memory. */
@Injectable()
export class HeavyReads {
  readonly #queue = new KeyedQueue();

  oneAtATime<Result>(userId: string, read: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(userId, read);
  }
}
