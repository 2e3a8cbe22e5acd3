import { Migration } from '@mikro-orm/migrations';

/** What other servers are still to be told of people who have left them, with all that is needed for it, locked. */
export class Farewells extends Migration {
  override up(): void {
    this.addSql(`create table effects.farewell (
      id text primary key,
      owner_id text not null,
      platform text not null default '',
      -- Who says it: \`integrations.account\`.
      kind text not null,
      -- For people: \`Pinterest\`.
      what text not null,
      kid text not null,
      wrapped bytea not null,
      box bytea not null,
      tries int not null default 0,
      -- It is not said any more: the row tells what is left to do by hand.
      given_up boolean not null default false,
      due_at timestamptz not null,
      lease_owner text,
      lease_until timestamptz)`);
    this.addSql('create index farewell_due on effects.farewell (due_at, id)');
    this.addSql('create index farewell_owner on effects.farewell (owner_id)');
    this.addSql('create index farewell_kid on effects.farewell (kid)');
  }
}
