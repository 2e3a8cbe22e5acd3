import type { Platform } from '@posthorn/contracts/shared/platform';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { Look } from '#infrastructure/effects/due-looks.ts';
import { ONLY_A_CLAIM_CAN_TELL, WorkTable } from '#infrastructure/effects/work-table.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ACCOUNT_SERVER } from '../list-accounts/account-list.projection.ts';

export type ReadingKey = Readonly<{ accountId: number }>;

const LEASE_MS = 60_000;

/** Connected accounts whose limits were not read for a day. */
@Injectable()
export class LimitsRows extends WorkTable<ReadingKey, Platform> {
  constructor(pool: Pool, clock: DatabaseClock) {
    super(pool, clock, {
      kind: 'limits',
      table: 'integrations.limits_reading',
      columns: { accountId: 'bigint' },
      key: ['accountId'],
      lease: LEASE_MS,
      server: ACCOUNT_SERVER,
    });
  }

  /** Nobody waits for it to the second. */
  override look(): Promise<Look> {
    return Promise.resolve(ONLY_A_CLAIM_CAN_TELL);
  }
}
