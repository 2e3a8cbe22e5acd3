import { Injectable } from '@nestjs/common';
import type { RowOwner } from './personal-table.ts';

/** A table outside the read models with rows that are people's. */
export type PersonalTable = Readonly<{
  /** With its schema: `identity.session`. */
  table: string;
  /** A table that is named in `of` has its schema too, and is one of this list. */
  owner: RowOwner;
}>;

/** What one module keeps of people outside of the log and its read models. */
export type PersonalRecords = Readonly<{
  /** `identity` */
  module: string;
  tables: readonly PersonalTable[];
  /**
   * What goes before the rows because only they lead to it: bytes, keys, a name that has to rest. May be repeated, and finds
   * nothing left to do then.
   */
  before?: (userId: string) => Promise<void>;
}>;

/** Where people have left something outside of the log and its read models, as the manifests of the modules say. */
@Injectable()
export class ErasureRegistry {
  readonly #records: PersonalRecords[] = [];

  /** @throws Error when a table is named twice, or depends on one that says nobody's id */
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
