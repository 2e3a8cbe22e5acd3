import { Migration } from '@mikro-orm/migrations';

/** Since when an account lets nobody look: after a time its figures under terms go, as if it was disconnected. */
export class AnalyticsRefusals extends Migration {
  override up(): void {
    this.addSql('alter table analytics.measured_account add column refused_at timestamptz');
    // Nobody knows since when those are refused that wait already.
    this.addSql(`update analytics.measured_account set refused_at = now() where paused = 'reconnect'`);
  }
}
