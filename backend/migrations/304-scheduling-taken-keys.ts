import { Migration } from '@mikro-orm/migrations';

/** Which request took an Idempotency-Key to make its post. */
export class SchedulingTakenKeys extends Migration {
  override up(): void {
    this.addSql('alter table scheduling.idempotency_key add column is_taken boolean not null default false');
  }
}
