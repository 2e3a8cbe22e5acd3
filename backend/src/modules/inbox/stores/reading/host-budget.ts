import { Injectable } from '@nestjs/common';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingPace } from '#modules/integrations/ports/comments-of-accounts.ts';

/** Reading has this much of what a server takes from us; posts, replies and what is looked up for them have the rest. */
const SHARE_OF_READING = 0.5;
/** Begins the names of the buckets. */
export const READS = 'reads:';

export type HostLimit = NonNullable<ReadingPace['host']>;

/** How many questions about comments go to one server in a while, of all accounts that live there and from all processes together. */
@Injectable()
export class HostBudget {
  constructor(
    private readonly budgets: Budgets,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes the tokens of a question of so many calls. Null: it may be asked now. Else an ISO instant: its share of this server is used
   * up until then, and nothing was taken.
   */
  async take(host: string, { calls, perSeconds }: HostLimit, count: number): Promise<string | null> {
    const span = perSeconds * 1_000;
    const every = (span / (calls * SHARE_OF_READING)) * count;
    const name = READS + host;
    // Posts take from the second one, too: a server counts all that comes from us together.
    const buckets = [{ name, every, span }, hostBucket(host, { calls, perSeconds }, count)];
    // Nothing is set aside: whoever reads comes back by itself, and looks at what is due then.
    const wait = await this.budgets.take({ caller: name, buckets, pauses: [] }, await this.clock.now());
    return wait?.at ?? null;
  }
}
