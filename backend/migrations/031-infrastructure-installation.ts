import { Migration } from '@mikro-orm/migrations';

/** Which installation this database is of, made once: the event log notes it, so that no other database reads models from it. */
export class InfrastructureInstallation extends Migration {
  override up(): void {
    this.addSql(`create table runner.installation (
      id uuid not null default gen_random_uuid(),
      made_at timestamptz not null default now())`);
    this.addSql(`create unique index installation_is_one_row on runner.installation ((true))`);
  }
}
