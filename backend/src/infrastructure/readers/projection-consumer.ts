import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import type { RowsChanged } from './rows-changed.ts';
import type { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { ReaderPositions } from './reader-positions.ts';
import { applyWithErasures, categoriesOf, typesOf } from './personal-rows.ts';
import { schemaOf, type ProjectionTables } from './projection-tables.ts';
import type { Projection, Touched } from './projection.ts';
import { lockOf } from './reader-locks.ts';
import type { EventConsumer } from './event-consumer.ts';
import type { SharedModel } from './reader-group.ts';

export type ProjectionParts = Readonly<{
  pool: Pool;
  codec: EventCodec;
  checkpoints: Checkpoints;
  tables: ProjectionTables;
  positions: ReaderPositions;
  changes: RowsChanged;
}>;

/**
 * After this many events the consumer vacuums and analyses its tables, and again each time the number has doubled. Autovacuum starts too late
 * for a fast catch-up.
 */
export const VACUUM_AFTER_EVENTS = 10_000;

/** Changes rows and checkpoint together or not at all. Then it notifies pages and waiting reads. */
export class ProjectionConsumer implements EventConsumer {
  readonly kind = 'projection';
  readonly name: string;
  readonly lock: string;
  readonly categories: readonly string[];
  readonly types: readonly string[] | null;
  #build: Checkpoint | undefined;
  #eventsApplied = 0;
  #vacuumAt = VACUUM_AFTER_EVENTS;

  constructor(
    private readonly projection: Projection,
    private readonly parts: ProjectionParts,
  ) {
    this.name = projection.name;
    this.lock = lockOf(projection);
    this.categories = categoriesOf(projection);
    this.types = typesOf(projection);
  }

  async resume(): Promise<Position | null> {
    // If another process has already created the tables, `prepare` is not called, because its lock would block other processes.
    const known = (await this.parts.checkpoints.checkpointsOf(this.name)).find(
      ({ version, active }) => active && version === this.projection.version,
    );
    const build = known ?? (await this.parts.tables.prepare(this.projection));
    this.#build = build;
    if (build.position) this.parts.positions.moved(this.name, build.position);
    return build.position;
  }

  async apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<boolean> {
    const touched = await applyBatch(
      { projection: this.projection, build: this.#resumedBuild(), events, from, to },
      this.parts,
    );
    this.#noteApplied(events.length, to);
    // Best effort: the rows are written, and a page that misses this message reads again when it becomes visible.
    if (touched.length > 0) await this.parts.changes.publish(touched, to).catch(() => undefined);
    return true;
  }

  get shared(): SharedModel {
    const { projection } = this;
    const build = this.#resumedBuild();
    return {
      schema: schemaOf(build),
      hasLeases: projection.leases !== undefined,
      needsVacuum: () => this.#eventsApplied >= this.#vacuumAt,
      move: (from, to) => ({ build, from, to }),
      apply: (tx, events) => applyWithErasures(projection, tx, events),
      applied: (events, to) => {
        this.#noteApplied(events, to);
      },
    };
  }

  #noteApplied(events: number, to: Position): void {
    this.passed(to);
    this.#eventsApplied += events;
  }

  passed(to: Position): void {
    this.parts.positions.moved(this.name, to);
  }

  write(from: Position | null, to: Position): Promise<void> {
    return this.parts.checkpoints.moveTogether(this.#resumedBuild(), from, to);
  }

  async caughtUp(): Promise<void> {
    const build = this.#resumedBuild();
    await this.#vacuum(build);
    if (build.filled) return;
    await this.parts.checkpoints.filled(build);
    this.#build = { ...build, filled: true };
  }

  async note(state: string): Promise<void> {
    await this.parts.checkpoints.note(this.#resumedBuild(), state);
    // A read that waits for this projection now reads its checkpoint, and sees that the projection has stopped.
    if (state !== 'running') this.parts.positions.forget(this.name);
  }

  /** Runs before the tables count as filled, so that the first queries after an upgrade have good plans. */
  async #vacuum(build: Checkpoint): Promise<void> {
    if (this.#eventsApplied < this.#vacuumAt) return;
    this.#vacuumAt = 2 * this.#eventsApplied;
    // If vacuum fails, only query plans are worse.
    await this.parts.tables.vacuum(this.projection, build).catch(() => undefined);
  }

  #resumedBuild(): Checkpoint {
    if (!this.#build) throw new Error(`Projection ${this.name} has not been resumed.`);
    return this.#build;
  }
}

type Batch = Readonly<{
  projection: Projection;
  build: Checkpoint;
  events: readonly StoredEvent[];
  /** The current position of the checkpoint; null: before the first event. */
  from: Position | null;
  to: Position;
}>;

/** Runs one transaction: it moves the checkpoint first, then writes the rows. */
export async function applyBatch(
  { projection, build, events, from, to }: Batch,
  { pool, codec, checkpoints }: Pick<ProjectionParts, 'pool' | 'codec' | 'checkpoints'>,
): Promise<readonly Touched[]> {
  const logged = await codec.decodeLazily(events);
  return inTransaction(
    pool,
    async (tx) => {
      await checkpoints.move(build, from, to, tx);
      return applyWithErasures(projection, tx, logged);
    },
    `begin; set local search_path to "${schemaOf(build)}", public`,
  );
}
