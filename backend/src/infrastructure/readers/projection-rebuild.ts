import { EventStore, type LogPage, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { checkAges } from '#infrastructure/event-log/ages.ts';
import { Checkpoints, type Checkpoint } from './checkpoints.ts';
import { lockOf, rebuildLockOf, tryLock, unlock } from './reader-locks.ts';
import { ReaderProgress } from './reader-progress.ts';
import { categoriesOf, typesOf } from './personal-rows.ts';
import { applyBatch } from './projection-consumer.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { ProjectionTables, schemaOf } from './projection-tables.ts';
import type { Projection } from './projection.ts';

/** Events in one page. A row is written once for all its events in one page. */
const PAGE = 4_000;

/** Rebuilds a read model from the whole log, next to the running one, and swaps them in one transaction. */
@Injectable()
export class ProjectionRebuild {
  constructor(
    private readonly registry: ProjectionRegistry,
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    private readonly tables: ProjectionTables,
    private readonly progress: ReaderProgress,
  ) {}

  /**
   * The product may keep running: its reader notices the swap by the checkpoint and continues in the new tables.
   * @returns what was done, in one line
   * @throws OneLineError if the name is unknown, another process is rebuilding this read model, or the log is older than it
   */
  async run(name: string, report: (line: string) => void = () => undefined): Promise<string> {
    const projection = this.#projection(name);
    return this.#withLock(rebuildLockOf(projection), `${name} is being rebuilt already.`, () =>
      this.#rebuild(projection, report),
    );
  }

  /**
   * Removes everything of one version of a read model: its tables, views and checkpoints.
   * @returns what was done, in one line
   * @throws OneLineError if this product uses the version, another process runs it, or it does not exist
   */
  async drop(name: string, version: number): Promise<string> {
    const what = `${name} v${String(version)}`;
    const builds = (await this.checkpoints.checkpointsOf(name)).filter((one) => one.version === version);
    if (builds.length === 0) throw new OneLineError(`There is no ${what}.`);
    if (builds.some((one) => this.progress.isInUse(one)))
      throw new OneLineError(`${what} is what this version of Posthorn reads: it stays.`);
    return this.#withLock(
      lockOf({ name, version }),
      `${what} is in use by a process that runs.`,
      async () => {
        for (const build of builds) await this.tables.drop(build);
        return `${what}: removed.`;
      },
    );
  }

  async #rebuild(projection: Projection, report: (line: string) => void): Promise<string> {
    const { name } = projection;
    await this.tables.prepare(projection);
    const start = performance.now();
    let build = await this.tables.prepareNext(projection);
    try {
      report(`Rebuilding ${name} in ${schemaOf(build)} …`);
      let count = 0;
      for (let round = 1; round === 1 || !(await this.#swap(projection, build)); round++) {
        const filled = await this.#fill(projection, build, (extra) => {
          report(`${String(count + extra)} events …`);
        });
        // The new build makes no progress, so the log may lack events that the running build has read. If it lacks some, `checkAges` throws.
        if (round > 1 && filled.build.position === build.position) await checkAges(this.store, this.pool);
        if (round === 1) await this.tables.addIndexes(projection, build);
        build = filled.build;
        count += filled.count;
      }
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      return `${name}: rebuilt from ${String(count)} events in ${seconds} s, now in ${schemaOf(build)}.`;
    } catch (error) {
      await this.tables.discard(build);
      throw error;
    }
  }

  /** Returns one line for each build; `*` marks the builds that this version of the product uses. */
  async status(): Promise<string[]> {
    const head = await this.store.head();
    const lines = (await this.progress.all()).map((one) => {
      const { name, version, build, position, lagSeconds, state } = one;
      const where =
        lagSeconds === 0 && (position ?? '') >= (head ?? '')
          ? 'caught up'
          : `at ${position ?? 'the start'}, ${lagSeconds.toFixed(1)} s behind`;
      const isInUse = this.progress.isInUse(one);
      return `${isInUse ? '*' : ' '} ${name} v${String(version)}${build > 0 ? `.${String(build)}` : ''}  ${where}  ${state}`;
    });
    return [`log head ${head ?? 'none'}   (* = in use by this version)`, ...lines];
  }

  /** The lock ends with the connection, so a killed process leaves none behind. */
  async #withLock<Result>(
    lock: string,
    messageIfLocked: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    try {
      if (!(await tryLock(client, lock))) throw new OneLineError(messageIfLocked);
      try {
        return await work();
      } finally {
        await unlock(client, lock);
      }
    } finally {
      client.release();
    }
  }

  async #fill(projection: Projection, from: Checkpoint, progress: (count: number) => void) {
    const { pool, codec, checkpoints } = this;
    const parts = { pool, codec, checkpoints };
    let build = from;
    let count = 0;
    let next = this.#page(projection, build.position);
    for (;;) {
      const { events, to } = await next;
      if (to === null) return { build, count };
      // Reads the next page while rows are written.
      next = this.#page(projection, to);
      next.catch(() => undefined);
      await applyBatch({ projection, build, events, from: build.position, to }, parts);
      build = { ...build, position: to };
      count += events.length;
      if (count % 50_000 < events.length) progress(count);
    }
  }

  #page(projection: Projection, after: Position | null): Promise<LogPage> {
    const categories = categoriesOf(projection);
    return this.store.readPage({ after, max: PAGE, categories, types: typesOf(projection) });
  }

  /**
   * Replaces the running build, whose checkpoint row the transaction locks. Returns false when that build has read more in the meantime. The
   * missing events are not read inside the transaction, because it must not wait for the log.
   */
  async #swap(projection: Projection, build: Checkpoint): Promise<boolean> {
    return this.tables.locked(async (tx) => {
      const { rows } = await tx.query<{ position: Position | null }>(
        `select position from runner.checkpoint where name = $1 and version = $2 and active for update`,
        [projection.name, projection.version],
      );
      if ((build.position ?? '') < (rows[0]?.position ?? '')) return false;
      await this.tables.promote(projection, build, tx);
      return true;
    });
  }

  #projection(name: string): Projection {
    try {
      return this.registry.named(name);
    } catch (error) {
      throw new OneLineError(error instanceof Error ? error.message : String(error));
    }
  }
}
