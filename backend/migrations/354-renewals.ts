import { Migration } from '@mikro-orm/migrations';

/**
 * Renewals of tokens as leased work. A view and no second table: the due time is written with the secret that it follows
 * from, also by the release before this one, which may still run.
 */
export class Renewals extends Migration {
  override up(): void {
    this.addSql(`
      alter table integrations.credential
        -- Which worker has taken the renewal up, and until when; the column lease guards the secret itself.
        add column renewal_worker text,
        add column renewal_until timestamptz`);
    this.addSql(`create view integrations.renewal as
      select account_id,
        (select owner_id from integrations.account_key k where k.account_id = c.account_id) as owner_id,
        (select platform from integrations.account_key k where k.account_id = c.account_id) as platform,
        renew_at as due_at,
        renewal_worker as lease_owner,
        renewal_until as lease_until,
        leased_until as changing_until
      from integrations.credential c`);
  }
}
