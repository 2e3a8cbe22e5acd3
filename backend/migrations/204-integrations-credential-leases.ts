import { Migration } from '@mikro-orm/migrations';

/** Who is renewing the credentials of an account, until when at most, and which version of them is stored. */
export class IntegrationsCredentialLeases extends Migration {
  override up(): void {
    this.addSql(`
      alter table integrations.credential
        -- Counts up with each secret that is stored; another key around the same secret is no new version.
        add column version bigint not null default 0,
        add column lease uuid,
        add column leased_until timestamptz`);
  }
}
