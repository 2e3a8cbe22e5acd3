import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { Checkpoints, type Build, type Checkpoint } from './checkpoints.ts';
import { indexedBy, lookupIndexName, lookupsOf, missingLookups } from './lookups.ts';
import type { Projection } from './projection.ts';
import { viewsOf } from './read-views.ts';

/** A process holds this lock while it creates tables, because several processes may start together. */
const TABLES_LOCK = 8727;

/** The schema of one build’s tables: `rm_scheduling_post_list_v1`, with `_b1`, `_b2` … after rebuilds. */
export const schemaOf = ({ name, version, build }: Build): string =>
  `rm_${name.replaceAll(/[^a-z0-9]+/gi, '_')}_v${String(version)}${build > 0 ? `_b${String(build)}` : ''}`;

/**
 * The views of one schema that show a table of another. Reads the dependencies that PostgreSQL recorded for each view. `pg_views` would
 * write out the text of every view in the database, 20 ms each time.
 */
const VIEWS_ONTO = `
  select distinct view.relname as name
  from pg_class view
    join pg_rewrite rule on rule.ev_class = view.oid
    join pg_depend dependency on dependency.classid = 'pg_rewrite'::regclass and dependency.objid = rule.oid
    join pg_class shown on dependency.refclassid = 'pg_class'::regclass and dependency.refobjid = shown.oid
  where view.relkind = 'v' and view.relnamespace = to_regnamespace(quote_ident($1))
    and shown.relnamespace = to_regnamespace(quote_ident($2))`;

/** All views onto tables of these schemas, in one statement. */
const VIEWS_OF_ALL = `
  select distinct shown.relnamespace::regnamespace::text as schema, view.relnamespace::regnamespace::text as views,
    view.relname as name
  from pg_class shown
    join pg_depend dependency on dependency.refclassid = 'pg_class'::regclass and dependency.refobjid = shown.oid
      and dependency.classid = 'pg_rewrite'::regclass
    join pg_rewrite rule on rule.oid = dependency.objid
    join pg_class view on view.oid = rule.ev_class and view.relkind = 'v'
  where shown.relnamespace in (select oid from pg_namespace where nspname = any($1::text[]))`;

/**
 * Creates the tables of builds, points the views at the active build of each version, and swaps builds. Versions never touch each other’s tables
 * and views: each process updates and reads those of its own version.
 */
@Injectable()
export class ProjectionTables {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Prepares all of these projections. On nearly every start, two statements show that they are ready. A transaction for each of them would
   * need hundreds of responses of a database that is busy after a crash.
   */
  async prepareAll(projections: readonly Projection[]): Promise<void> {
    const ready = await this.#readyOf(projections);
    for (const projection of projections) if (!ready.has(projection)) await this.prepare(projection);
  }

  /** Returns the projections whose views all show the active build. Other processes commit their changes as a whole, so no lock is needed. */
  async #readyOf(projections: readonly Projection[]): Promise<ReadonlySet<Projection>> {
    const builds = (await this.checkpoints.all()).filter(({ active }) => active);
    const { rows } = await this.pool.query<Readonly<Record<'schema' | 'views' | 'name', string>>>(
      VIEWS_OF_ALL,
      [builds.map(schemaOf)],
    );
    const shown = new Set(rows.map(({ schema, views, name }) => `${schema} ${views} ${name}`));
    const isReady = ({ name, version, tables }: Projection) => {
      const build = builds.find((each) => each.name === name && each.version === version);
      if (!build) return false;
      const [schema, views] = [schemaOf(build), viewsOf(build)];
      return Object.keys(tables).every((table) => shown.has(`${schema} ${views} ${table}`));
    };
    return new Set(projections.filter(isReady));
  }

  /** Returns the active build of this version. Creates a build if there is none. */
  async prepare(projection: Projection): Promise<Checkpoint> {
    return this.locked(async (tx) => {
      const builds = await this.checkpoints.buildsOf(projection, tx);
      const build =
        builds.find(({ active }) => active) ?? builds.at(-1) ?? (await this.#first(projection, tx));
      if (!build.active) await this.checkpoints.activate(build, tx);
      await this.#pointViews(projection, build, tx);
      return { ...build, active: true };
    });
  }

  /** Creates the next build of the same version, empty and without indexes. The active build stays. */
  async prepareNext(projection: Projection): Promise<Checkpoint> {
    return this.locked(async (tx) => {
      const builds = await this.checkpoints.buildsOf(projection, tx);
      return this.#create(projection, Math.max(-1, ...builds.map(({ build }) => build)) + 1, tx);
    });
  }

  /** Adds the indexes after the rows, because writing the rows of a whole log is many times faster without indexes. There is no time limit. */
  async addIndexes(projection: Projection, build: Build): Promise<void> {
    await inTransaction(
      this.pool,
      async (tx) => {
        await this.#index(projection, build, tx);
        // Autovacuum may run long after the first query.
        for (const table of tablesOf(projection, build)) await tx.query(longQuery(`analyze ${table}`));
      },
      'begin; set local statement_timeout = 0',
    );
  }

  /**
   * Runs `vacuum` and `analyze` as autovacuum would, because autovacuum may run long after the first query. Before that, the planner plans a
   * search in a hundred thousand rows as if there were a few. This takes no lock that blocks others, and the cost grows with the changes, not
   * with the table.
   */
  async vacuum(projection: Projection, build: Build): Promise<void> {
    for (const table of tablesOf(projection, build))
      await this.pool.query(
        longQuery(`vacuum (analyze, skip_locked, index_cleanup off, truncate off) ${table}`),
      );
  }

  /**
   * Makes this build the active one, in the caller’s transaction. The previous build stays for a downgrade; older builds of
   * the same version are deleted.
   */
  async promote(projection: Projection, build: Build, tx: PoolClient): Promise<void> {
    const builds = await this.checkpoints.buildsOf(projection, tx);
    const before = builds.find(({ active }) => active);
    await this.checkpoints.activate(build, tx);
    await this.checkpoints.filled(build, tx);
    // From here on, a worker that takes a lease waits for the new views, so no lease is lost when leases are copied.
    await this.#pointViews(projection, build, tx);
    if (before) await this.#copyLeases(projection, before, build, tx);
    const kept = [build.build, before?.build];
    for (const old of builds.filter((one) => !kept.includes(one.build))) await this.#drop(old, tx);
  }

  /** Runs `work` in its own transaction, while all other processes wait. */
  async locked<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
      return work(tx);
    });
  }

  /** Drops a build that was not completed. A build whose activation was stored, although its response was lost, stays. */
  async discard(build: Build): Promise<void> {
    await this.locked(async (tx) => {
      const builds = await this.checkpoints.buildsOf(build, tx);
      if (!builds.some((one) => one.active && one.build === build.build)) await this.#drop(build, tx);
    });
  }

  /** Drops the build’s tables and views. */
  async drop(build: Build): Promise<void> {
    await this.locked((tx) => this.#drop(build, tx));
  }

  async #drop(build: Build, tx: PoolClient): Promise<void> {
    await tx.query(`drop schema if exists "${schemaOf(build)}" cascade`);
    await this.checkpoints.remove(build, tx);
  }

  async #first(projection: Projection, tx: PoolClient): Promise<Checkpoint> {
    const build = await this.#create(projection, 0, tx);
    await this.#index(projection, build, tx);
    return build;
  }

  async #create(projection: Projection, number: number, tx: PoolClient): Promise<Checkpoint> {
    const { name, version } = projection;
    const build = { name, version, build: number, position: null, active: false };
    const schema = schemaOf(build);
    await tx.query(`drop schema if exists "${schema}" cascade`);
    await tx.query(`create schema "${schema}"`);
    for (const [table, columns] of Object.entries(projection.tables)) {
      await tx.query(`create table "${schema}"."${table}" (${columns.replaceAll('{schema}', schema)})`);
    }
    await this.checkpoints.add(build, tx);
    return { ...build, state: 'new', filled: false };
  }

  async #index(projection: Projection, build: Build, tx: PoolClient): Promise<void> {
    const schema = schemaOf(build);
    await tx.query(`set local search_path to "${schema}", public`);
    for (const statement of projection.indexes ?? [])
      await tx.query(longQuery(statement.replaceAll('{schema}', schema)));
    for (const lookup of await missingLookups(lookupsOf(projection, schema), tx))
      await tx.query(longQuery(`create index "${lookupIndexName(lookup)}" on ${indexedBy(lookup)}`));
  }

  /** Changes only views that show another build. */
  async #pointViews(projection: Projection, build: Build, tx: PoolClient): Promise<void> {
    const views = viewsOf(build);
    const { rows } = await tx.query<{ name: string }>(VIEWS_ONTO, [views, schemaOf(build)]);
    const upToDate = new Set(rows.map(({ name }) => name));
    const outdated = Object.keys(projection.tables).filter((table) => !upToDate.has(table));
    if (outdated.length > 0) await tx.query(`create schema if not exists "${views}"`);
    for (const table of outdated) {
      // The view is dropped first, because `create or replace` refuses changed columns.
      await tx.query(`drop view if exists "${views}"."${table}"`);
      await tx.query(`create view "${views}"."${table}" as select * from "${schemaOf(build)}"."${table}"`);
    }
  }

  async #copyLeases(projection: Projection, from: Build, to: Build, tx: PoolClient): Promise<void> {
    for (const [table, { key, columns }] of Object.entries(projection.leases ?? {})) {
      const set = columns.map((column) => `"${column}" = o."${column}"`).join(', ');
      const same = key.map((column) => `n."${column}" = o."${column}"`).join(' and ');
      await tx.query(
        `update "${schemaOf(to)}"."${table}" n set ${set} from "${schemaOf(from)}"."${table}" o where ${same}`,
      );
    }
  }
}

const tablesOf = ({ tables }: Projection, build: Build): readonly string[] =>
  Object.keys(tables).map((table) => `"${schemaOf(build)}"."${table}"`);

/** Indexing the tables of a large log takes minutes. The driver accepts this timeout for a single query, but its types lack it. */
const longQuery = (text: string): QueryConfig => {
  const config = { text, query_timeout: 6 * 3_600_000 };
  return config;
};
