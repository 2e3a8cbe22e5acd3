import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { batched } from '@posthorn/batching';
import { SharedQuestions } from '@posthorn/batching/shared-questions';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';

/** A reader in the version of this OS process: read models have versions, event processes always have version 0. */
export type Versioned = Readonly<{ name: string; version: number }>;
/** One build of a reader. A rebuild creates the next build of the same version, and keeps the old one. */
export type Build = Versioned & Readonly<{ build: number }>;
export type Checkpoint = Build &
  Readonly<{
    position: Position | null;
    /** The only build of its version that is updated and read. */
    active: boolean;
    /** `new`, `running` or `stopped: …`: see `note`. */
    state: string;
    /** Whether the build has read the whole log once. If its reader stops later, queries can still use the build. */
    filled: boolean;
  }>;

/** A checkpoint to move, with its current position. */
export type CheckpointMove = Readonly<{
  build: Build & Readonly<{ active: boolean }>;
  from: Position | null;
  to: Position;
}>;

/** Why a build runs or has stopped. */
type Note = Build & Readonly<{ state: string }>;

export type Reached = Readonly<{ position: Position | null; stopped: boolean }>;

/** Milliseconds. Timers of the same moment can fire this far apart. */
const GATHER_MILLISECONDS = 10;
const COLUMNS = 'name, version, build, position, active, state, filled_at is not null as filled';

/** The reader of another process has moved the checkpoint, or a rebuild has replaced the build. So the current batch must not be written. */
export class CheckpointHasMoved extends Error {
  override readonly name = 'CheckpointHasMoved';
}

/** How far each projection and event process has read, stored together with the rows that depend on it. */
@Injectable()
export class Checkpoints {
  readonly #moveTogether = batched((moves: readonly CheckpointMove[]) => this.moveAll(moves));
  readonly #noteTogether = batched((notes: readonly Note[]) => this.#noteAll(notes));
  readonly #questions = new SharedQuestions<readonly Checkpoint[]>();

  #gathering: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  /** Returns the positions of the active builds of these versions, by name. */
  async reachedBy(requested: readonly Versioned[]): Promise<ReadonlyMap<string, Reached>> {
    const { rows } = await this.pool.query<Reached & { name: string }>({
      name: 'checkpoint-reached',
      text: `select c.name, c.position, c.state like 'stopped%' as stopped from runner.checkpoint c
        join unnest($1::text[], $2::int[]) as w(name, version) on w.name = c.name and w.version = c.version
        where c.active`,
      values: [requested.map(({ name }) => name), requested.map(({ version }) => version)],
    });
    return new Map(rows.map(({ name, ...reached }) => [name, reached]));
  }

  /** Simultaneous callers share a query, because at a start all readers call this together. */
  all(): Promise<readonly Checkpoint[]> {
    return this.#questions.ask('all', async () => {
      const { rows } = await this.pool.query<Checkpoint>(
        `select ${COLUMNS} from runner.checkpoint order by name, version, build`,
      );
      return rows;
    });
  }

  /** Whether the active build of this version has read the whole log once, so that queries can use it. */
  async isFilled({ name, version }: Versioned): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'select from runner.checkpoint where name = $1 and version = $2 and active and filled_at is not null',
      [name, version],
    );
    return rowCount !== 0;
  }

  /** Returns the builds of one version, the oldest first. Locks them until the transaction ends. */
  async buildsOf({ name, version }: Versioned, tx: PoolClient): Promise<Checkpoint[]> {
    const { rows } = await tx.query<Checkpoint>(
      `select ${COLUMNS} from runner.checkpoint where name = $1 and version = $2 order by build for update`,
      [name, version],
    );
    return rows;
  }

  async checkpointsOf(name: string): Promise<Checkpoint[]> {
    return (await this.all()).filter((checkpoint) => checkpoint.name === name);
  }

  /** Does nothing when the build is known. */
  async add(
    { name, version, build, position, active }: Omit<Checkpoint, 'state' | 'filled'>,
    tx: Pool | PoolClient = this.pool,
  ) {
    await tx.query(
      `insert into runner.checkpoint (name, version, build, position, active) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [name, version, build, position, active],
    );
  }

  /** Makes this build the only one of its version that is updated and read. */
  async activate({ name, version, build }: Build, tx: PoolClient): Promise<void> {
    await tx.query(
      `update runner.checkpoint set active = false where name = $1 and version = $2 and build <> $3 and active`,
      [name, version, build],
    );
    await tx.query(
      `update runner.checkpoint set active = true where name = $1 and version = $2 and build = $3`,
      [name, version, build],
    );
  }

  /**
   * Must be the first statement of every transaction that writes rows, so that only one of two racing processes continues. The commit does not wait for the
   * disk. A crash loses rows and checkpoint together or not at all, and the events are then read again.
   * @throws CheckpointHasMoved
   */
  async move(
    { name, version, build, active }: Build & { active: boolean },
    from: Position | null,
    to: Position,
    tx: Pool | PoolClient = this.pool,
  ) {
    const { rowCount } = await tx.query({
      name: 'checkpoint-move',
      text: `update runner.checkpoint set position = $5, updated_at = now()
        where name = $1 and version = $2 and build = $3 and position is not distinct from $4 and active = $6
          and set_config('synchronous_commit', 'off', true) = 'off'`,
      values: [name, version, build, from, to, active],
    });
    if (rowCount === 0) throw new CheckpointHasMoved(name);
  }

  /**
   * Like `move` for several readers, in one statement that locks them in one order. It skips checkpoints that another transaction has locked, as a
   * rebuild does.
   * @returns in the order of `moves`: whether each has moved
   */
  async moveAll(
    moves: readonly CheckpointMove[],
    tx: Pool | PoolClient = this.pool,
  ): Promise<readonly boolean[]> {
    const { rows } = await tx.query<{ place: number }>({
      name: 'checkpoints-move',
      text: `with wanted as (
          select * from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::boolean[])
            with ordinality as w(name, version, build, from_position, to_position, active, place)
        ), held as (
          select c.name, c.version, c.build, w.to_position, w.place from wanted w join runner.checkpoint c
            on c.name = w.name and c.version = w.version and c.build = w.build and c.active = w.active
              and c.position is not distinct from w.from_position
          order by c.name, c.version, c.build for update of c skip locked
        )
        update runner.checkpoint c set position = held.to_position, updated_at = now() from held
        where c.name = held.name and c.version = held.version and c.build = held.build
          and set_config('synchronous_commit', 'off', true) = 'off'
        returning held.place::int`,
      values: [
        moves.map(({ build }) => build.name),
        moves.map(({ build }) => build.version),
        moves.map(({ build }) => build.build),
        moves.map(({ from }) => from),
        moves.map(({ to }) => to),
        moves.map(({ build }) => build.active),
      ],
    });
    const moved = new Set(rows.map(({ place }) => place));
    return moves.map((_, index) => moved.has(index + 1));
  }

  /**
   * Like `move`, without a transaction. If another transaction has locked a checkpoint, only its reader waits.
   * @throws CheckpointHasMoved
   */
  async moveTogether(build: CheckpointMove['build'], from: Position | null, to: Position): Promise<void> {
    if (!(await this.tryMove({ build, from, to }))) await this.move(build, from, to);
  }

  /** Like `moveAll`, with all readers that call it at about the same time. */
  async tryMove(move: CheckpointMove): Promise<boolean> {
    this.#gathering ??= pause(GATHER_MILLISECONDS).then(() => {
      this.#gathering = undefined;
    });
    await this.#gathering;
    return this.#moveTogether(move);
  }

  /** Stores `running`, or why the reader stopped: for operators, and for the readiness of every OS process. */
  async note(build: Build, state: string): Promise<void> {
    await this.#noteTogether({ ...build, state });
  }

  async #noteAll(notes: readonly Note[]): Promise<readonly undefined[]> {
    await this.pool.query({
      name: 'checkpoints-note',
      // Locks only the rows that change, in one order.
      text: `with changed as (
          select c.name, c.version, c.build, n.state from runner.checkpoint c
            join unnest($1::text[], $2::int[], $3::int[], $4::text[]) as n(name, version, build, state)
              on n.name = c.name and n.version = c.version and n.build = c.build and n.state <> c.state
          order by c.name, c.version, c.build for update of c
        )
        update runner.checkpoint c set state = changed.state from changed
        where c.name = changed.name and c.version = changed.version and c.build = changed.build`,
      values: [
        notes.map(({ name }) => name),
        notes.map(({ version }) => version),
        notes.map(({ build }) => build),
        notes.map(({ state }) => state),
      ],
    });
    return notes.map(() => undefined);
  }

  /** Records that the build has reached the end of the log. */
  async filled({ name, version, build }: Build, tx: Pool | PoolClient = this.pool): Promise<void> {
    await tx.query(
      `update runner.checkpoint set filled_at = now()
       where name = $1 and version = $2 and build = $3 and filled_at is null`,
      [name, version, build],
    );
  }

  async remove({ name, version, build }: Build, tx: PoolClient): Promise<void> {
    await tx.query(`delete from runner.checkpoint where name = $1 and version = $2 and build = $3`, [
      name,
      version,
      build,
    ]);
  }
}
