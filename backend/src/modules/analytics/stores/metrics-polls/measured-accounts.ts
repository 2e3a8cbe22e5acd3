import type { PauseReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import type { MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';

/** Why an account is not polled, and until when (ISO); null: the end is unknown. */
export type AccountPause = Readonly<{ accountId: number; reason: PauseReason; until: string | null }>;

/** Accounts with published posts, each with the time of its next poll. */
@Injectable()
export class MeasuredAccounts {
  constructor(private readonly database: Pool) {}

  /** Adds accounts. For a known account only its server is updated. */
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

  /** Makes each account due together with its first due publication, but not before its pause ends. */
  async plan(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query({
      name: 'analytics-account-plan',
      text: `with mine as materialized (select account_id from analytics.measured_account where account_id = any($1)
          order by account_id for update)
        update analytics.measured_account a
        set due_at = (select greatest(min(p.next_at), a.paused_until) from analytics.measured_publication p
          where p.account_id = a.account_id)
        from mine where a.account_id = mine.account_id`,
      values: [accountIds],
    });
  }

  /** @returns when the first publication of the account is due (ISO); null: no poll is planned */
  async nextDue(accountId: number): Promise<string | null> {
    const { rows } = await this.database.query<{ dueAt: string | null }>({
      name: 'analytics-account-next',
      text: `select ${isoOf('min(next_at)')} as "dueAt" from analytics.measured_publication where account_id = $1`,
      values: [accountId],
    });
    return rows[0]?.dueAt ?? null;
  }

  /** @returns the number of failures in a row */
  async noteFailure(accountId: number): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      'update analytics.measured_account set failures = failures + 1 where account_id = $1 returning failures',
      [accountId],
    );
    return rows[0]?.failures ?? 0;
  }

  /** Pauses an account. The time of the first refusal stays until a poll succeeds or the user connects the account again. */
  async pause({ accountId, reason, until }: AccountPause): Promise<void> {
    await this.database.query(
      `update analytics.measured_account set paused = $2, paused_until = $3,
         refused_at = case when $2 = 'reconnect' then coalesce(refused_at, now()) else refused_at end
       where account_id = $1`,
      [accountId, reason, until],
    );
  }

  /** Resets the failures and ends the pause after a successful poll. @returns whether the platform refused the account before */
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

  /** Ends the pause of these accounts, because the reason for it may be gone. */
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

  /** @returns the paused accounts of a user */
  async pausedOf(ownerId: string): Promise<readonly (AccountPause & Readonly<{ platform: Platform }>)[]> {
    const { rows } = await this.database.query<AccountPause & { platform: Platform }>(
      `select account_id::float8 as "accountId", platform, paused as reason, ${isoOf('paused_until')} as until
       from analytics.measured_account where owner_id = $1 and paused is not null order by account_id`,
      [ownerId],
    );
    return rows;
  }
}
