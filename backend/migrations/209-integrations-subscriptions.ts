import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts that their platform tells of once they are subscribed one by one, and what is known of that. No read model: whether one is
 * subscribed is the platform's to say, and it is asked again.
 */
export class IntegrationsSubscriptions extends Migration {
  override up(): void {
    this.addSql(`create table integrations.webhook_subscription (
      account_id bigint primary key,
      owner_id text not null,
      platform text not null,
      -- Null: not looked at before something happens to the account.
      due_at timestamptz,
      lease_owner text,
      lease_until timestamptz,
      -- What is subscribed at the platform; two accounts may share it.
      place text,
      -- A call was about to be made, and what came of it is not known yet.
      asked_at timestamptz,
      -- Since when the platform has been saying so; null: it does not.
      subscribed_at timestamptz,
      looked_at timestamptz,
      trouble text,
      trouble_words text,
      failures int not null default 0
    )`);
    this
      .addSql(`create index webhook_subscription_due on integrations.webhook_subscription (platform, due_at, account_id)
      where due_at is not null`);
    this.addSql(
      'create index webhook_subscription_place on integrations.webhook_subscription (place) where place is not null',
    );
  }
}
