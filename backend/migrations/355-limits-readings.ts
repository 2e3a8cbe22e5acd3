import { Migration } from '@mikro-orm/migrations';

/** Limits of accounts are read on leased work. The release before this one may still run: it moves the same due time on. */
export class LimitsReadings extends Migration {
  override up(): void {
    this.addSql(`
      alter table integrations.account_key
        -- Which worker is reading the limits, and until when.
        add column limits_worker text,
        add column limits_until timestamptz`);
    this.addSql(`create view integrations.limits_reading as
      select account_id, owner_id, platform, limits_due as due_at, limits_worker as lease_owner, limits_until as lease_until
      from integrations.account_key where held_since is not null`);
    this.addSql(`create index account_key_due on integrations.account_key (platform, limits_due, account_id)
      where held_since is not null`);
  }
}
