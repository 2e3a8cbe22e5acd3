import { Injectable } from '@nestjs/common';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

/** The share of a server's limit for reading. Posts, replies and their look-ups have the rest. */
const SHARE_OF_READING = 0.5;
/** The prefix of the bucket names. */
export const READ_BUCKETS = 'reads:';

export type HostLimit = NonNullable<ReadingPace['host']>;

/** Limits questions about comments to one server, for all accounts on it and all processes together. */
@Injectable()
export class HostBudget {
  constructor(
    private readonly budgets: Budgets,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes the tokens of a question with the given number of calls. Null: it may be asked now.
   * Otherwise an ISO time: the share of this server is used up until then, and nothing was taken.
   */
  async take(host: string, { calls, perSeconds }: HostLimit, count: number): Promise<string | null> {
    const span = perSeconds * 1_000;
    const every = (span / (calls * SHARE_OF_READING)) * count;
    const name = READ_BUCKETS + host;
    // Posts take from the second bucket too: a server counts all of our calls together.
    const buckets = [{ name, every, span }, hostBucket(host, { calls, perSeconds }, count)];
    // Reserves nothing: a reading that has to wait returns later, and reads what is due then.
    const wait = await this.budgets.take({ caller: name, buckets, pauses: [] }, await this.clock.now());
    return wait?.at ?? null;
  }
}
