import { Migration } from '@mikro-orm/migrations';

/** Erasures under way, and handles of people who are gone: nobody takes one for a while, and its row does not tell which it is. */
export class IdentityErasure extends Migration {
  override up(): void {
    this.addSql(`create table identity.erasure (
      user_id text primary key,
      -- As every table of leased work has it.
      owner_id text not null,
      platform text not null default '',
      -- The address that the last mail goes to, locked.
      kid text not null,
      wrapped bytea not null,
      box bytea not null,
      due_at timestamptz not null,
      lease_owner text,
      lease_until timestamptz)`);
    this.addSql('create index erasure_due on identity.erasure (due_at, user_id)');
    this.addSql('create index erasure_kid on identity.erasure (kid)');
    this.addSql(
      `create table identity.resting_handle (digest bytea primary key, rests_until timestamptz not null)`,
    );
  }
}
