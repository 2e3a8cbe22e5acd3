import { Migration } from '@mikro-orm/migrations';

/** Until when one download of an export is the only one; null: none is under way. It is put off while bytes are taken. */
export class IdentityExportTaken extends Migration {
  override up(): void {
    this.addSql('alter table identity.account_export add column taken_until timestamptz');
  }
}
