import { Migration } from '@mikro-orm/migrations';

/** A row here stops all claims: after a restore nobody knows what was already sent, until a person has looked. */
export class PublishingHold extends Migration {
  override up(): void {
    this.addSql('create schema publishing');
    this.addSql(`create table publishing.hold (
      reason text not null,
      since timestamptz not null default now())`);
    this.addSql('create unique index hold_is_one_row on publishing.hold ((true))');
  }
}
