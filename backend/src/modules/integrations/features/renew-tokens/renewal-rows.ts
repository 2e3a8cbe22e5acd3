import type { Platform } from '@posthorn/contracts/shared/platform';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable } from '#infrastructure/effects/work-table.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ACCOUNT_SERVER } from '../list-accounts/account-list.projection.ts';

export type RenewalKey = Readonly<{ accountId: number }>;

/** Longer than a secret is guarded: when a process died while it renewed, the next one need not wait for that as well. */
const LEASE_MS = 60_000;

/**
 * Accounts whose tokens are to be renewed; nothing is due while somebody is changing them. When one is due stands beside its
 * secret and moves with each that is stored. The lease keeps two workers from one account; that a refresh token is used
 * once is the business of `Credentials`.
 */
@Injectable()
export class RenewalRows extends WorkTable<RenewalKey, Platform> {
  constructor(pool: Pool, clock: DatabaseClock) {
    super(pool, clock, {
      kind: 'renewal',
      table: 'integrations.renewal',
      columns: { accountId: 'bigint' },
      key: ['accountId'],
      lease: LEASE_MS,
      server: ACCOUNT_SERVER,
      ripe: 'due.due_at <= now() and (due.changing_until is null or due.changing_until <= clock_timestamp())',
    });
  }
}
