import { Injectable } from '@nestjs/common';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

/** The share of a server's limit that readings may use. The rest is for posts, replies and look-ups. */
const SHARE_OF_READING = 0.5;
/** The prefix of the bucket names. */
export const READ_BUCKETS = 'reads:';

export type HostLimit = NonNullable<ReadingPace['host']>;

/** Limits the requests of readings to a server, for all accounts on this server and all processes together. */
@Injectable()
export class HostBudget {
  constructor(
    private readonly budgets: Budgets,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes tokens for a request that needs `count` calls. Returns null if the request may be sent now.
   * Otherwise takes nothing, and returns the ISO time until which the share of readings is used up.
   */
  async take(host: string, { calls, perSeconds }: HostLimit, count: number): Promise<string | null> {
    const span = perSeconds * 1_000;
    const tokenMs = (span / (calls * SHARE_OF_READING)) * count;
    const name = READ_BUCKETS + host;
    // Posts use the second bucket too, because a server counts all our calls together.
    const buckets = [{ name, every: tokenMs, span }, hostBucket(host, { calls, perSeconds }, count)];
    // Does not reserve tokens for later: a reading that has to wait is repeated later, and reads what is due at that time.
    const wait = await this.budgets.take({ caller: name, buckets, pauses: [] }, await this.clock.now());
    return wait?.at ?? null;
  }
}
