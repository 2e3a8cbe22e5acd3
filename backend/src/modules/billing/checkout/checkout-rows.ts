import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { TIMES, type CheckoutTimes } from './checkout-times.ts';
import type { STRIPE } from './open-checkouts.projection.ts';

export type CheckoutKey = Readonly<{ userId: string; attemptId: string }>;
export type DueCheckout = Work<CheckoutKey, typeof STRIPE>;

/** People whose subscription is to be made now. */
@Injectable()
export class CheckoutRows extends WorkTable<CheckoutKey, typeof STRIPE> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(TIMES) times: CheckoutTimes) {
    super(pool, clock, {
      kind: 'checkout',
      table: 'read_v1.billing_checkout_due',
      columns: {
        userId: 'text',
        attemptId: 'text',
      },
      key: ['userId', 'attemptId'],
      lease: times.lease,
    });
  }
}
