import { Injectable } from '@nestjs/common';

/** The tables that list files in use, one row a use. Modules register them. */
@Injectable()
export class MediaUses {
  readonly #tables = new Set<string>();

  /**
   * @param table with its schema, as `media.attachment`; its column `name` is the name of a file
   * @throws Error when it is added twice, or is not a table name
   */
  add(table: string): void {
    if (!/^[a-z_]+\.[a-z_]+$/u.test(table))
      throw new Error(`"${table}" is not the name of a table with its schema.`);
    if (this.#tables.has(table)) throw new Error(`The table ${table} of media in use is registered twice.`);
    this.#tables.add(table);
  }

  tables(): readonly string[] {
    return [...this.#tables];
  }

  /** SQL: true when none of these tables has a row for the file whose name is the SQL expression `file`. */
  isUnused(file: string): string {
    const conditions = [...this.#tables].map(
      (table) => `not exists (select from ${table} u where u.name = ${file})`,
    );
    return ['true', ...conditions].join(' and ');
  }
}
