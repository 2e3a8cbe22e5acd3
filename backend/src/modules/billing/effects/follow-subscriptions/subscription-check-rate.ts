import { SECOND_MS } from '@posthorn/contracts/shared/durations';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';

/** Below the limit of Stripe: 25 reads a second in test mode, and four times as many in live mode (docs.stripe.com/rate-limits). */
const CHECKS_PER_SECOND = 20;
const CHECKS = { name: 'billing:looks', every: SECOND_MS / CHECKS_PER_SECOND, span: SECOND_MS } as const;

/** Limits the rate of the nightly checks of all processes, so that people who subscribe at the same time do not reach Stripe's limit. */
@Injectable()
export class SubscriptionCheckRate {
  constructor(
    private readonly budgets: Budgets,
    private readonly clock: DatabaseClock,
  ) {}

  /** Waits until the next check may start. @throws errors of the database */
  async turn(): Promise<void> {
    for (;;) {
      const now = await this.clock.now();
      const wait = await this.budgets.take({ caller: CHECKS.name, buckets: [CHECKS], pauses: [] }, now);
      if (!wait) return;
      await pause(Math.max(1, Date.parse(wait.at) - now.getTime()));
    }
  }
}
