import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';

const SECOND = 1000;
/** Stripe takes 25 reads a second of an account in test mode, and four times as many of a live one (docs.stripe.com/rate-limits). */
const LOOKS_PER_SECOND = 20;
const LOOKS = { name: 'billing:looks', every: SECOND / LOOKS_PER_SECOND, span: SECOND } as const;

/** How fast the night goes through subscriptions, of all processes together: people who subscribe meanwhile have the rest. */
@Injectable()
export class LookPace {
  constructor(
    private readonly budgets: Budgets,
    private readonly clock: DatabaseClock,
  ) {}

  /** Returns when the next look may be made. @throws errors of the database */
  async turn(): Promise<void> {
    for (;;) {
      const now = await this.clock.now();
      const wait = await this.budgets.take({ caller: LOOKS.name, buckets: [LOOKS], pauses: [] }, now);
      if (!wait) return;
      await pause(Math.max(1, Date.parse(wait.at) - now.getTime()));
    }
  }
}
