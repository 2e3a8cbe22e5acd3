import type { PauseReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import type { MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';

/** Why an account is not looked at, and until when (ISO); null: nobody knows. */
export type AccountPause = Readonly<{ accountId: number; reason: PauseReason; until: string | null }>;

/** Accounts with published posts, and when the first of these is to be looked at. */
@Injectable()
export class MeasuredAccounts {
  constructor(private readonly database: Pool) {}

  /** Each once; of one that is there already only where it lives may be another. */
  async add(accounts: readonly (MeasuredAccount & Readonly<{ server: string | null }>)[]): Promise<void> {
    if (accounts.length === 0) return;
    await this.database.query({
      name: 'analytics-account-add',
      text: `insert into analytics.measured_account (account_id, owner_id, platform, server)
        select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as t order by 1
        on conflict (account_id) do update set server = excluded.server`,
      values: [
        accounts.map(({ accountId }) => accountId),
        accounts.map(({ ownerId }) => ownerId),
        accounts.map(({ platform }) => platform),
        accounts.map(({ server }) => server ?? ''),
      ],
    });
  }

  /** Due as its first publication is, and not before a pause is over. */
  async plan(accountId: number): Promise<void> {
    await this.database.query({
      name: 'analytics-account-plan',
      text: `update analytics.measured_account a
        set due_at = (select greatest(min(p.next_at), a.paused_until) from analytics.measured_publication p
          where p.account_id = a.account_id)
        where a.account_id = $1`,
      values: [accountId],
    });
  }

  /** ISO; null: none of its publications is looked at any more. */
  async nextDue(accountId: number): Promise<string | null> {
    const { rows } = await this.database.query<{ dueAt: string | null }>({
      name: 'analytics-account-next',
      text: `select ${isoOf('min(next_at)')} as "dueAt" from analytics.measured_publication where account_id = $1`,
      values: [accountId],
    });
    return rows[0]?.dueAt ?? null;
  }

  /** @returns how often in a row nothing came of it */
  async noteFailure(accountId: number): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      'update analytics.measured_account set failures = failures + 1 where account_id = $1 returning failures',
      [accountId],
    );
    return rows[0]?.failures ?? 0;
  }

  /** The first time that it asks to be connected again is kept until it answers or is. */
  async pause({ accountId, reason, until }: AccountPause): Promise<void> {
    await this.database.query(
      `update analytics.measured_account set paused = $2, paused_until = $3,
         refused_at = case when $2 = 'reconnect' then coalesce(refused_at, now()) else refused_at end
       where account_id = $1`,
      [accountId, reason, until],
    );
  }

  /** All is well there. @returns whether it was refused before */
  async noteAnswer(accountId: number): Promise<boolean> {
    const { rows } = await this.database.query<{ wasRefused: boolean }>(
      `with before as materialized (select account_id, refused_at from analytics.measured_account
         where account_id = $1 and (failures > 0 or paused is not null or refused_at is not null) for update)
       update analytics.measured_account a set failures = 0, paused = null, paused_until = null, refused_at = null
       from before where a.account_id = before.account_id returning before.refused_at is not null as "wasRefused"`,
      [accountId],
    );
    return rows[0]?.wasRefused ?? false;
  }

  /** Something has changed for these: what kept them from being looked at is over. */
  async resume(accountIds: readonly number[]): Promise<void> {
    await this.database.query(
      `with mine as materialized (select account_id from analytics.measured_account where account_id = any($1)
         order by account_id for update)
       update analytics.measured_account a set paused = null, paused_until = null, failures = 0, refused_at = null,
         due_at = (select min(p.next_at) from analytics.measured_publication p where p.account_id = a.account_id)
       from mine where a.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** Those of somebody that are not looked at as planned. */
  async pausedOf(ownerId: string): Promise<readonly (AccountPause & Readonly<{ platform: Platform }>)[]> {
    const { rows } = await this.database.query<AccountPause & { platform: Platform }>(
      `select account_id::float8 as "accountId", platform, paused as reason, ${isoOf('paused_until')} as until
       from analytics.measured_account where owner_id = $1 and paused is not null order by account_id`,
      [ownerId],
    );
    return rows;
  }
}
