import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';

/** One build of a reader: a rebuild makes the next build of the same version beside it. */
export type Build = Readonly<{ name: string; version: number; build: number }>;
export type Checkpoint = Build & Readonly<{ position: Position | null; active: boolean; state: string }>;

/** Another runner has moved the checkpoint, or a rebuild has taken over: what this one has read must not be written. */
export class CheckpointHasMoved extends Error {
  override readonly name = 'CheckpointHasMoved';
}

/** How far each projection and process has read, kept with the rows that follow from it. */
@Injectable()
export class Checkpoints {
  constructor(private readonly pool: Pool) {}

  /** Of the active builds only. */
  async positionsOf(names: readonly string[]): Promise<ReadonlyMap<string, Position>> {
    const { rows } = await this.pool.query<{ name: string; position: Position | null }>(
      `select name, position from runner.checkpoint where active and name = any($1)`,
      [names],
    );
    return new Map(rows.flatMap(({ name, position }) => (position === null ? [] : [[name, position]])));
  }

  async all(): Promise<Checkpoint[]> {
    const { rows } = await this.pool.query<Checkpoint>(
      `select name, version, build, position, active, state from runner.checkpoint order by name, version, build`,
    );
    return rows;
  }

  async of(name: string): Promise<Checkpoint[]> {
    return (await this.all()).filter((checkpoint) => checkpoint.name === name);
  }

  /** Nothing happens when the build is known. */
  async add(
    { name, version, build, position, active }: Omit<Checkpoint, 'state'>,
    tx: Pool | PoolClient = this.pool,
  ) {
    await tx.query(
      `insert into runner.checkpoint (name, version, build, position, active) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [name, version, build, position, active],
    );
  }

  /**
   * The first statement of every transaction that writes rows: only one of two racing runners gets past it. The commit
   * does not wait for the disk: rows and checkpoint get lost together or not at all, and are then read again.
   * @throws CheckpointHasMoved
   */
  async move(
    { name, version, build, active }: Build & { active: boolean },
    from: Position | null,
    to: Position,
    tx: Pool | PoolClient = this.pool,
  ) {
    const { rowCount } = await tx.query(
      `update runner.checkpoint set position = $5, updated_at = now()
       where name = $1 and version = $2 and build = $3 and position is not distinct from $4 and active = $6
         and set_config('synchronous_commit', 'off', true) = 'off'`,
      [name, version, build, from, to, active],
    );
    if (rowCount === 0) throw new CheckpointHasMoved(name);
  }

  /** `running`, or why it stopped: for operators. */
  async note({ name, version, build }: Build, state: string): Promise<void> {
    await this.pool.query(
      `update runner.checkpoint set state = $4 where name = $1 and version = $2 and build = $3 and state <> $4`,
      [name, version, build, state],
    );
  }
}
