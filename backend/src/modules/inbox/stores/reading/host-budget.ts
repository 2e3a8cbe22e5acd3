import { Injectable } from '@nestjs/common';
import { Budgets, type Bucket } from '#infrastructure/effects/budgets.ts';
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
  async take(host: string, limit: HostLimit, count: number): Promise<string | null> {
    const request = { caller: READ_BUCKETS + host, buckets: bucketsOf(host, limit, count), pauses: [] };
    // Does not reserve tokens for later: a reading that has to wait is repeated later, and reads what is due at that time.
    const wait = await this.budgets.take(request, await this.clock.now());
    return wait?.at ?? null;
  }

  /** Takes tokens for `count` calls that were already made, so that later readings wait longer. */
  async charge(host: string, limit: HostLimit, count: number): Promise<void> {
    await this.budgets.charge(bucketsOf(host, limit, count));
  }
}

function bucketsOf(host: string, { calls, perSeconds }: HostLimit, count: number): readonly Bucket[] {
  const span = perSeconds * 1_000;
  const every = (span / (calls * SHARE_OF_READING)) * count;
  // Posts use the second bucket too, because a server counts all our calls together.
  return [{ name: READ_BUCKETS + host, every, span }, hostBucket(host, { calls, perSeconds }, count)];
}
