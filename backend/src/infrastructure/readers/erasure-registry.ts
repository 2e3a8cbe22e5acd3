import { Injectable } from '@nestjs/common';
import type { RowOwner } from './personal-table.ts';

/** A table outside the read models whose rows belong to people. */
export type PersonalTable = Readonly<{
  /** With its schema: `identity.session`. */
  table: string;
  /** If the owner is found through another table (`of`), that table includes its schema, and the module lists it in `tables` too. */
  owner: RowOwner;
}>;

/** What one module stores about people outside the log and its read models. */
export type PersonalRecords = Readonly<{
  /** `identity` */
  module: string;
  tables: readonly PersonalTable[];
  /** Runs before the rows are deleted. Handles data that can be found only through these rows: bytes, keys, a name to quarantine. A repetition does no harm. */
  before?: (userId: string) => Promise<void>;
}>;

/** Where people’s data is stored outside the log and its read models, as the manifests of the modules declare. */
@Injectable()
export class ErasureRegistry {
  readonly #records: PersonalRecords[] = [];

  /** @throws Error when a table is declared twice, or depends on a table without a user’s id */
  add(records: PersonalRecords): void {
    for (const { table } of records.tables) {
      const other = this.#records.find(({ tables }) => tables.some((known) => known.table === table));
      if (other) throw new Error(`Module ${other.module} names the table ${table} of personal records too.`);
    }
    this.#records.push(records);
    const owners = new Map(this.tables().map(({ table, owner }) => [table, owner]));
    for (const { table, owner } of records.tables) {
      if (typeof owner !== 'string' && typeof owners.get(owner.of) !== 'string')
        throw new Error(`Table ${table} depends on ${owner.of}, which is no table with an owner.`);
    }
  }

  all(): readonly PersonalRecords[] {
    return this.#records;
  }

  tables(): readonly PersonalTable[] {
    return this.#records.flatMap(({ tables }) => tables);
  }
}
