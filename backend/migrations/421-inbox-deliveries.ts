import { Migration } from '@mikro-orm/migrations';

/** What platforms told by themselves: its digest, so that a repeated delivery leads to nothing, and that a reading owes it an answer. */
export class InboxDeliveries extends Migration {
  override up(): void {
    this.addSql(`create table inbox.delivery (
      -- SHA-256 of the address and the body as they came.
      digest bytea primary key,
      received_at timestamptz not null default now()
    )`);
    this.addSql('create index delivery_received on inbox.delivery (received_at)');
    // When a platform last told of something that no reading has looked for since.
    this.addSql('alter table inbox.source add column hinted_at timestamptz');
  }
}
