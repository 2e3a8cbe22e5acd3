import { Migration } from '@mikro-orm/migrations';

/** Uploads that are under way, with the room that each of them may take. */
export class SchedulingIncomingUploads extends Migration {
  override up(): void {
    this.addSql(`create table media.incoming (
      id uuid primary key default gen_random_uuid(),
      owner_id text not null,
      bytes bigint not null check (bytes >= 0),
      -- Renewed while the upload goes on: what a process that was killed had reserved ends by itself.
      expires_at timestamptz not null)`);
    this.addSql('create index incoming_owner on media.incoming (owner_id)');
  }
}
