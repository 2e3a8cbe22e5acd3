import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { Checkpoints, type Build } from '#infrastructure/readers/checkpoints.ts';
import { dependentFirst, ownedBySql, type RowOwner } from '#infrastructure/readers/personal-table.ts';
import { schemaOf } from '#infrastructure/readers/projection-tables.ts';
import { lockOf, tryLock, unlock } from '#infrastructure/readers/reader-locks.ts';

/** How many rows of a person each table had; tables without such rows are left out. `{ 'identity.session': 2 }` */
export type RowCounts = Readonly<Record<string, number>>;

/** A table of one build of a read model. `schema` is quoted where necessary. */
type ReadModelTable = Readonly<{ schema: string; table: string; owner: RowOwner }>;

/** Deletes a person’s rows in all tables, and counts what is left. */
@Injectable()
export class RowErasure {
  constructor(
    private readonly pool: Pool,
    private readonly registry: ErasureRegistry,
    private readonly projections: ProjectionRegistry,
    private readonly checkpoints: Checkpoints,
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
    return { ...counts, ...(await this.#eraseUnfed(userId)) };
  }

  /** Searches each database column with user ids for this user. `{}` means that nothing is left. */
  async left(userId: string): Promise<RowCounts> {
    const own = this.registry
      .tables()
      .flatMap(({ table, owner }) => (typeof owner === 'string' ? [{ table, column: owner }] : []));
    const readModels = (await this.#readModelTables()).flatMap(({ schema, table, owner }) =>
      typeof owner === 'string' ? [{ table: `${schema}.${table}`, column: owner }] : [],
    );
    const counts: Record<string, number> = {};
    for (const { table, column } of [...own, ...readModels]) {
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
   * Deletes the user's rows in builds that no reader updates: replaced builds, and versions of another release that does not run. Other
   * readers delete the rows themselves at the position of the erasure in the log.
   */
  async #eraseUnfed(userId: string): Promise<RowCounts> {
    const active = (await this.checkpoints.all()).filter((build) => build.active);
    const tables = await this.#readModelTables();
    const counts: Record<string, number> = {};
    for (const schema of new Set(tables.map((each) => each.schema))) {
      const build = active.find((each) => schemaOf(each) === schema);
      if (build && this.#isOfThisRelease(build)) continue;
      const ofSchema = tables.filter((each) => each.schema === schema);
      Object.assign(counts, await this.#eraseIn(ofSchema, userId, build && lockOf(build)));
    }
    return counts;
  }

  #isOfThisRelease({ name, version }: Build): boolean {
    return this.projections.all().some((each) => each.name === name && each.version === version);
  }

  /** @param lock of the reader of these tables: a process that holds it deletes the rows, so this deletes nothing */
  async #eraseIn(
    tables: readonly ReadModelTable[],
    userId: string,
    lock: string | undefined,
  ): Promise<RowCounts> {
    const owners = new Map(tables.map(({ table, owner }) => [table, typeof owner === 'string' ? owner : '']));
    const counts: Record<string, number> = {};
    const client = await this.pool.connect();
    try {
      if (lock === undefined || (await tryLock(client, lock))) {
        for (const { schema, table, owner } of dependentFirst(tables)) {
          const qualified = typeof owner === 'string' ? owner : { ...owner, of: `${schema}.${owner.of}` };
          const ownedByUser = ownedBySql(qualified, () =>
            typeof owner === 'string' ? owner : (owners.get(owner.of) ?? ''),
          );
          const { rowCount } = await client.query(`delete from ${schema}.${table} where ${ownedByUser}`, [
            [userId],
          ]);
          if (rowCount) counts[`${schema}.${table}`] = rowCount;
        }
        if (lock !== undefined) await unlock(client, lock);
      }
      client.release();
      return counts;
    } catch (error) {
      // The lock ends with the connection.
      client.release(true);
      throw error;
    }
  }

  /** The tables with rows of people, of every build of every version in the database. Tables of another release may lack columns. */
  async #readModelTables(): Promise<readonly ReadModelTable[]> {
    const personal = new Map(
      this.projections
        .all()
        .flatMap((projection) =>
          Object.entries(projection.personal).flatMap(([table, owner]) =>
            owner === null ? [] : [[table, owner] as const],
          ),
        ),
    );
    const { rows } = await this.pool.query<{ schema: string; table: string; columns: readonly string[] }>(
      `select format('%I', c.table_schema) as schema, c.table_name as table, json_agg(c.column_name) as columns
       from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema like 'rm\\_%' and t.table_type = 'BASE TABLE' and c.table_name = any($1)
       group by 1, 2 order by 1, 2`,
      [[...personal.keys()]],
    );
    const has = (schema: string, table: string, column: string) =>
      rows.some((row) => row.schema === schema && row.table === table && row.columns.includes(column));
    return rows.flatMap(({ schema, table }): ReadModelTable[] => {
      const owner = personal.get(table);
      if (owner === undefined) return [];
      if (typeof owner === 'string') return has(schema, table, owner) ? [{ schema, table, owner }] : [];
      const { by, of } = owner;
      const ownerOf = personal.get(of);
      const isFound =
        typeof ownerOf === 'string' &&
        has(schema, table, by) &&
        has(schema, of, by) &&
        has(schema, of, ownerOf);
      return isFound ? [{ schema, table, owner }] : [];
    });
  }
}
