import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable } from '#infrastructure/effects/work-table.ts';
import { FOLLOWING, type FollowingTimes } from './following-times.ts';

export type FollowedKey = Readonly<{ userId: string }>;
export type NightKey = Readonly<{ id: number }>;

/** People about whose subscription Stripe is to be asked now. */
@Injectable()
export class FollowingRows extends WorkTable<FollowedKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(FOLLOWING) { lease }: FollowingTimes) {
    super(pool, clock, {
      kind: 'billing-following',
      table: 'read_v1.billing_following_due',
      columns: { userId: 'text' },
      key: ['userId'],
      lease,
    });
  }
}

/** The one look of a night at what Stripe has and nobody here knows. */
@Injectable()
export class NightRows extends WorkTable<NightKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(FOLLOWING) { lease }: FollowingTimes) {
    super(pool, clock, {
      kind: 'billing-night',
      table: 'billing.night',
      columns: { id: 'int' },
      key: ['id'],
      lease,
    });
  }

  /** The night begins now. */
  async begin(): Promise<void> {
    await this.pool.query('update billing.night set due_at = now()');
  }
}
