import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { dependentFirst, ownedBySql } from '#infrastructure/readers/personal-table.ts';

/** How many rows of a person each table had; tables without such rows are left out. `{ 'identity.session': 2 }` */
export type RowCounts = Readonly<Record<string, number>>;

type Column = Readonly<{ table: string; column: string }>;

/** Deletes a person’s rows in all tables, and counts what is left. */
@Injectable()
export class RowErasure {
  constructor(
    private readonly pool: Pool,
    private readonly registry: ErasureRegistry,
    private readonly projections: ProjectionRegistry,
  ) {}

  /**
   * Deletes everything that the modules store about a user outside the log. It also deletes the user’s rows in builds of read models that no reader
   * updates. A repetition does no harm.
   * @returns how many rows it deleted this time
   */
  async erase(userId: string): Promise<RowCounts> {
    for (const { before } of this.registry.all()) await before?.(userId);
    const tables = this.registry.tables();
    const owners = new Map(tables.map(({ table, owner }) => [table, typeof owner === 'string' ? owner : '']));
    const counts: Record<string, number> = {};
    for (const { table, owner } of dependentFirst(tables)) {
      const ownedByUser = ownedBySql(owner, (of) => owners.get(of) ?? '');
      const { rowCount } = await this.pool.query(`delete from ${table} where ${ownedByUser}`, [[userId]]);
      if (rowCount) counts[table] = rowCount;
    }
    for (const { table, column } of await this.#readModelColumns('unfed')) {
      const { rowCount } = await this.pool.query(`delete from ${table} where "${column}" = $1`, [userId]);
      if (rowCount) counts[table] = rowCount;
    }
    return counts;
  }

  /** Searches each database column with user ids for this user. `{}` means that nothing is left. */
  async left(userId: string): Promise<RowCounts> {
    const own = this.registry
      .tables()
      .flatMap(({ table, owner }) => (typeof owner === 'string' ? [{ table, column: owner }] : []));
    const counts: Record<string, number> = {};
    for (const { table, column } of [...own, ...(await this.#readModelColumns('all'))]) {
      const { rows } = await this.pool.query<{ count: number }>(
        `select count(*)::int as count from ${table} where "${column}" = $1`,
        [userId],
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0) counts[table] = count;
    }
    return counts;
  }

  /**
   * The columns of every build of every version in the database. `unfed`: only builds that no reader updates. Readers delete the rows themselves at
   * the position of the erasure in the log.
   */
  async #readModelColumns(which: 'all' | 'unfed'): Promise<readonly Column[]> {
    const owners = this.projections
      .all()
      .flatMap(({ personal }) =>
        Object.entries(personal).flatMap(([table, owner]) =>
          typeof owner === 'string' ? [{ table, owner }] : [],
        ),
      );
    const { rows } = await this.pool.query<Column>(
      `select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as column
       from information_schema.columns c
       join unnest($1::text[], $2::text[]) as wanted(name, owner) on wanted.name = c.table_name and wanted.owner = c.column_name
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema like 'rm\\_%' and t.table_type = 'BASE TABLE'
         and ($3 or not exists (
           select from runner.checkpoint k where k.active and c.table_schema
             = 'rm_' || regexp_replace(k.name, '[^a-zA-Z0-9]+', '_', 'g') || '_v' || k.version
               || case when k.build > 0 then '_b' || k.build else '' end))
       order by 1, 2`,
      [owners.map(({ table }) => table), owners.map(({ owner }) => owner), which === 'all'],
    );
    return rows;
  }
}
