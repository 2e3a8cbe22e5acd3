import { EventStore } from '@posthorn/event-sourcing/event-store';
import { positionsIn } from '@posthorn/event-store/compare-logs';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { translateCheckpoints } from '@posthorn/event-store/translate-checkpoints';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { installationOf } from '#infrastructure/event-log/installation.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { schemaOf } from '#infrastructure/readers/projection-tables.ts';
import type { Build } from '#infrastructure/readers/checkpoints.ts';

/** Goes on with a log and a database that were put back from backups; run while no process of the product is. */
@Injectable()
export class Restoration {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly projections: ProjectionRegistry,
  ) {}

  /** Read models tell of what the log does not know any more: they are made anew by the next start. */
  async forgetReadModels(): Promise<void> {
    const head = await this.store.head();
    const names = this.projections.all().map(({ name }) => name);
    await inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<Build>(
        'delete from runner.checkpoint where name = any($1) returning name, version, build',
        [names],
      );
      for (const build of rows) await tx.query(`drop schema if exists "${schemaOf(build)}" cascade`);
      // What is left are processes. They have handled all that there is, and more.
      await tx.query('update runner.checkpoint set position = $1 where position > $1 or $1::text is null', [
        head,
      ]);
    });
  }

  /**
   * A database that was backed up before its log was copied names positions in the log that it holds itself. They become those of
   * the same events in the copy. Answers how many there were.
   * @throws LogsDifferError when the copy lacks one of these events
   */
  async adoptPositions(): Promise<number> {
    if ((await this.store.describe()).kind === 'postgres') return 0;
    const { rowCount } = await this.pool.query(
      `select from runner.checkpoint where position not like '%/%'
       union all select from runner.log_seen where position not like '%/%'`,
    );
    if (rowCount === 0) return 0;
    const before = new PostgresEventStore(this.pool);
    try {
      return await translateCheckpoints(this.pool, (positions) => positionsIn(this.store, before, positions));
    } finally {
      await before.close();
    }
  }

  /** From now on the two belong together, and no older copy of either, or other database, passes for one of them. */
  async beginEpoch(): Promise<number> {
    const { rows } = await this.pool.query<{ epoch: number }>('select epoch from runner.log_seen');
    const epoch = Math.max((await this.store.describe()).epoch, rows[0]?.epoch ?? 1) + 1;
    await this.store.beginEpoch(epoch);
    await this.store.claim(await installationOf(this.pool), { takeOver: true });
    await this.pool.query(
      `insert into runner.log_seen (epoch, position) values ($1, $2)
       on conflict ((true)) do update set epoch = $1, position = $2, seen_at = now()`,
      [epoch, await this.store.head()],
    );
    return epoch;
  }
}
