import { Migration } from '@mikro-orm/migrations';

/** How far the database has seen its event log, and of which epoch: tells when only one of the two was put back. */
export class InfrastructureLogSeen extends Migration {
  override up(): void {
    this.addSql(`create table runner.log_seen (
      epoch int not null,
      position text collate "C",
      seen_at timestamptz not null default now())`);
    this.addSql(`create unique index log_seen_is_one_row on runner.log_seen ((true))`);
  }
}
