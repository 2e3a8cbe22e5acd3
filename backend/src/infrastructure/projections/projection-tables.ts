import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { Checkpoints, type Build, type Checkpoint } from './checkpoints.ts';
import type { Projection } from './projection.ts';

/** Held while tables are made, so that processes starting together do not trip over each other. */
const TABLES_LOCK = 8727;

/** The schema of one build's tables: `rm_scheduling_post_list_v1`, and with `_b1`, `_b2` … when it was rebuilt. */
export const schemaOf = ({ name, version, build }: Build): string =>
  `rm_${name.replaceAll(/[^a-z0-9]+/gi, '_')}_v${String(version)}${build > 0 ? `_b${String(build)}` : ''}`;

/** Makes tables of builds, points the views of the schema `read` at the active ones, and swaps them. */
@Injectable()
export class ProjectionTables {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * The build that this version of the product is to fill. The first one ever is active at once; a new version starts
   * beside the old one and is promoted when it has caught up.
   */
  async prepare(projection: Projection): Promise<Checkpoint> {
    return this.#locked(async (tx) => {
      const builds = await this.#builds(projection.name, tx);
      const mine = builds.filter(({ version }) => version === projection.version);
      const known = mine.find(({ active }) => active) ?? mine.at(-1);
      if (known) return known;
      const active = !builds.some((one) => one.active);
      const fresh = { name: projection.name, version: projection.version, build: 0, position: null, active };
      await this.#make(projection, fresh, tx);
      if (active) await this.#pointViews(projection, fresh, tx);
      return { ...fresh, state: 'new' };
    });
  }

  /** A next build of the same version, empty, beside the active one. */
  async prepareNext(projection: Projection): Promise<Checkpoint> {
    return this.#locked(async (tx) => {
      const mine = (await this.#builds(projection.name, tx)).filter(
        ({ version }) => version === projection.version,
      );
      const build = Math.max(-1, ...mine.map((one) => one.build)) + 1;
      const next = {
        name: projection.name,
        version: projection.version,
        build,
        position: null,
        active: false,
      };
      await this.#make(projection, next, tx);
      return { ...next, state: 'new' };
    });
  }

  /**
   * Points the views at this build, in the caller's transaction; the one before it stays, for going back, and older
   * ones go.
   */
  async promote(projection: Projection, build: Build, tx: PoolClient): Promise<void> {
    const builds = await this.#builds(projection.name, tx);
    const before = builds.find(({ active }) => active);
    await tx.query(`update runner.checkpoint set active = false where name = $1 and active`, [
      projection.name,
    ]);
    await tx.query(
      `update runner.checkpoint set active = true, state = 'running' where name = $1 and version = $2 and build = $3`,
      [build.name, build.version, build.build],
    );
    await this.#pointViews(projection, build, tx);
    const kept = [schemaOf(build), ...(before ? [schemaOf(before)] : [])];
    for (const old of builds.filter((one) => !kept.includes(schemaOf(one)))) await this.#drop(old, tx);
  }

  /** One transaction of its own, alone among all processes. */
  async locked<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return this.#locked(work);
  }

  async drop(build: Build): Promise<void> {
    await this.#locked((tx) => this.#drop(build, tx));
  }

  async #drop(build: Build, tx: PoolClient): Promise<void> {
    await tx.query(`drop schema if exists "${schemaOf(build)}" cascade`);
    await tx.query(`delete from runner.checkpoint where name = $1 and version = $2 and build = $3`, [
      build.name,
      build.version,
      build.build,
    ]);
  }

  async #make(projection: Projection, build: Omit<Checkpoint, 'state'>, tx: PoolClient): Promise<void> {
    const schema = schemaOf(build);
    await tx.query(`drop schema if exists "${schema}" cascade`);
    await tx.query(`create schema "${schema}"`);
    await tx.query(`set local search_path to "${schema}", read, public`);
    for (const [table, columns] of Object.entries(projection.tables)) {
      await tx.query(`create table "${schema}"."${table}" (${columns.replaceAll('{schema}', schema)})`);
    }
    for (const statement of projection.indexes ?? [])
      await tx.query(statement.replaceAll('{schema}', schema));
    await this.checkpoints.add(build, tx);
  }

  async #pointViews(projection: Projection, build: Build, tx: PoolClient): Promise<void> {
    for (const table of Object.keys(projection.tables)) {
      // Dropped first: `create or replace` refuses changed columns.
      await tx.query(`drop view if exists read."${table}"`);
      await tx.query(`create view read."${table}" as select * from "${schemaOf(build)}"."${table}"`);
    }
  }

  async #builds(name: string, tx: PoolClient): Promise<Checkpoint[]> {
    const { rows } = await tx.query<Checkpoint>(
      `select name, version, build, position, active, state from runner.checkpoint
       where name = $1 order by version, build for update`,
      [name],
    );
    return rows;
  }

  async #locked<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
      return work(tx);
    });
  }
}
