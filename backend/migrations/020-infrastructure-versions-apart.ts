import { Migration } from '@mikro-orm/migrations';

/** Each version of a read model has an active build of its own, so that two versions of the product run side by side. */
export class InfrastructureVersionsApart extends Migration {
  override up(): void {
    this.addSql(`drop index runner.checkpoint_one_active`);
    this.addSql(
      `create unique index checkpoint_one_active on runner.checkpoint (name, version) where active`,
    );
    // When it first held all that the log held. One that stops later still serves what it has.
    this.addSql(`alter table runner.checkpoint add column filled_at timestamptz`);
    this.addSql(`update runner.checkpoint set filled_at = updated_at where active`);
  }
}
