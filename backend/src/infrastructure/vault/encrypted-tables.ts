import { Injectable } from '@nestjs/common';

/** A table whose rows are secrets of `KeyRing.lock`: columns `kid`, `wrapped` and `box`. */
export type EncryptedTable = Readonly<{
  /** With its schema, as `vault.subject_key`. */
  name: string;
  /** The primary key, one column. */
  key: Readonly<{ column: string; type: 'bigint' | 'text' | 'uuid' | 'bytea' }>;
  /** Further columns that `contextOf` needs. */
  columns?: readonly string[];
  /** The context with which a row was encrypted. `row` holds the key and `columns` by name, each in PostgreSQL’s text form. */
  contextOf(row: Readonly<Record<string, string>>): string;
}>;

/** Every table of the product that holds an id of a master key, as the manifests of the modules declare. */
@Injectable()
export class EncryptedTables {
  readonly #tables = new Map<string, EncryptedTable>();

  /** @throws Error when the table is added twice */
  add(...tables: readonly EncryptedTable[]): void {
    for (const table of tables) {
      if (this.#tables.has(table.name))
        throw new Error(`The encrypted table ${table.name} is registered twice.`);
      this.#tables.set(table.name, table);
    }
  }

  all(): readonly EncryptedTable[] {
    return [...this.#tables.values()];
  }
}
