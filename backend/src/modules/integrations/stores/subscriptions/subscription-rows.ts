import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { WebhookSubscriptions, type CurrentSubscription } from '../../ports/webhook-subscriptions.ts';

/** The reason when the configuration does not allow a subscription. The next start checks this again. */
export const NOT_CONFIGURED = 'not-configured';

/** The minimum time between the last check and an extra check outside the daily schedule. */
const EXTRA_CHECK_GAP = '1 hour';

/** Stores which accounts to subscribe, and the outcomes from their platforms. */
@Injectable()
export class SubscriptionRows extends WebhookSubscriptions {
  constructor(private readonly database: Pool) {
    super();
  }

  /** Requests a check of a newly connected account. A worker does the check as soon as it has a free slot. */
  async requestCheck(
    account: Readonly<{ accountId: number; ownerId: string; platform: Platform }>,
  ): Promise<void> {
    await this.database.query(
      `insert into integrations.webhook_subscription (account_id, owner_id, platform, due_at) values ($1, $2, $3, now())
       on conflict (account_id) do update set due_at = now(), failures = 0`,
      [account.accountId, account.ownerId, account.platform],
    );
  }

  /** Requests a check of an account that already has a row, after a new consent. */
  async requestAnotherCheck(accountId: number): Promise<void> {
    await this.database.query(
      'update integrations.webhook_subscription set due_at = now(), failures = 0 where account_id = $1',
      [accountId],
    );
  }

  override async lookSoon(accountId: number): Promise<void> {
    await this.database.query(
      `update integrations.webhook_subscription
       set due_at = least(due_at, greatest(now(), looked_at + interval '${EXTRA_CHECK_GAP}'))
       where account_id = $1 and due_at is not null`,
      [accountId],
    );
  }

  /**
   * Makes unconfigured accounts due at a start, because the operator may have completed the configuration.
   */
  async lookAtUnconfigured(): Promise<void> {
    await this.database.query(
      'update integrations.webhook_subscription set due_at = now() where trouble = $1 and due_at is null',
      [NOT_CONFIGURED],
    );
  }

  /** Records the intent before the subscribe call. From now on, the platform may have the subscription. */
  async noteAsked(accountId: number, place: string): Promise<void> {
    await this.database.query(
      `update integrations.webhook_subscription
       set asked_at = now(), subscribed_at = null, looked_at = now(), place = $2 where account_id = $1`,
      [accountId, place],
    );
  }

  async noteSubscribed(accountId: number, place: string): Promise<void> {
    await this.database.query(
      `update integrations.webhook_subscription set subscribed_at = coalesce(subscribed_at, now()), looked_at = now(),
         place = $2, asked_at = null, trouble = null, trouble_words = null, failures = 0
       where account_id = $1`,
      [accountId, place],
    );
  }

  /** Records that the account is not subscribed, and that a subscribe call would not help. */
  async noteNone(accountId: number, trouble: string, words: string): Promise<void> {
    await this.database.query(
      `update integrations.webhook_subscription set trouble = $2, trouble_words = $3, looked_at = now(),
         subscribed_at = null, asked_at = null
       where account_id = $1`,
      [accountId, trouble, words],
    );
  }

  /**
   * Records a failure. Returns the number of consecutive failures. `isOpen`: the platform may have accepted
   * the call.
   */
  async noteTrouble(
    accountId: number,
    { trouble, words, isOpen = false }: Readonly<{ trouble: string; words: string | null; isOpen?: boolean }>,
  ): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      `update integrations.webhook_subscription set trouble = $2, trouble_words = $3, failures = failures + 1,
         looked_at = now(), asked_at = case when $4 then asked_at end
       where account_id = $1 returning failures`,
      [accountId, trouble, words, isOpen],
    );
    return rows[0]?.failures ?? 0;
  }

  /**
   * Deletes the row of a disconnected account. Returns the subscribed place that must now be unsubscribed.
   * Null: nothing was subscribed, or another connected account uses the same place.
   */
  async forget(accountId: number): Promise<string | null> {
    const { rows } = await this.database.query<{ place: string }>(
      `with gone as (delete from integrations.webhook_subscription where account_id = $1 returning place)
       select place from gone where place is not null and not exists (
         select from integrations.webhook_subscription other
         join integrations.account_key k on k.account_id = other.account_id and k.held_since is not null
         where other.place = gone.place and other.account_id <> $1)`,
      [accountId],
    );
    return rows[0]?.place ?? null;
  }

  override async all(): Promise<readonly CurrentSubscription[]> {
    const { rows } = await this.database.query<CurrentSubscription>(
      `select account_id::float8 as "accountId", platform, asked_at is not null as "isOpen",
         to_char(subscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "subscribedAt",
         trouble, trouble_words as words
       from integrations.webhook_subscription join integrations.account_key using (account_id, owner_id, platform)
       where held_since is not null order by platform, account_id`,
    );
    return rows;
  }
}
