import { Migration } from '@mikro-orm/migrations';

/** The version of the zone data by which the times of all scheduled posts were last computed. */
export class SchedulingZoneData extends Migration {
  override up(): void {
    this.addSql('create table scheduling.zone_data (version text not null)');
    this.addSql('create unique index zone_data_is_one_row on scheduling.zone_data ((true))');
  }
}
