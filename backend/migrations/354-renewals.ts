import { Migration } from '@mikro-orm/migrations';

/**
 * Renewals of tokens as leased work. A view and no second table: the due time is written with the secret that it follows
 * from, also by the release before this one, which may still run. A claim looks at the due accounts of each platform apart, so
 * owner and platform stand in the same row; that release stores credentials without them, so the database fills them in.
 */
export class Renewals extends Migration {
  override up(): void {
    this.addSql(`
      alter table integrations.credential
        -- Which worker has taken the renewal up, and until when; the column lease guards the secret itself.
        add column renewal_worker text,
        add column renewal_until timestamptz,
        add column owner_id text,
        add column platform text`);
    this.addSql(`update integrations.credential c set owner_id = k.owner_id, platform = k.platform
      from integrations.account_key k where k.account_id = c.account_id`);
    this.addSql(`create function integrations.whose_credential() returns trigger language plpgsql as $$
      begin
        select owner_id, platform into new.owner_id, new.platform
        from integrations.account_key where account_id = new.account_id;
        return new;
      end $$`);
    this.addSql(`create trigger whose_credential before insert on integrations.credential
      for each row execute function integrations.whose_credential()`);
    this.addSql(`create view integrations.renewal as
      select account_id, owner_id, platform, renew_at as due_at, renewal_worker as lease_owner,
        renewal_until as lease_until, leased_until as changing_until
      from integrations.credential`);
    this.addSql(`create index credential_due on integrations.credential (platform, renew_at, account_id)
      where renew_at is not null`);
  }
}
