import { EventStore } from '@posthorn/event-sourcing/event-store';
import { positionsIn } from '@posthorn/event-store/compare-logs';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { translateCheckpoints } from '@posthorn/event-store/translate-checkpoints';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { ensureInstallationId } from '#infrastructure/event-log/installation.ts';
import { schemaOf } from '#infrastructure/readers/projection-tables.ts';
import type { Build } from '#infrastructure/readers/checkpoints.ts';

/** Continues with a log and a database that were restored from backups. Run it while no process of the product runs. */
@Injectable()
export class Restoration {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
  ) {}

  /** Deletes the read models, because they contain events that the log has lost. The next start builds them again. */
  async forgetReadModels(): Promise<void> {
    const head = await this.store.head();
    await inTransaction(this.pool, async (tx) => {
      // Also deletes read models that only another release knows. The checkpoints of processes have the version 0.
      const { rows } = await tx.query<Build>(
        'delete from runner.checkpoint where version > 0 returning name, version, build',
      );
      for (const build of rows) await tx.query(`drop schema if exists "${schemaOf(build)}" cascade`);
      // Processes have handled all events of the log, and lost ones.
      await tx.query('update runner.checkpoint set position = $1 where position > $1 or $1::text is null', [
        head,
      ]);
    });
  }

  /**
   * A database that was backed up before its log was copied contains positions of the old log. This replaces them by the positions of the same
   * events in the copy.
   * @returns the number of replaced positions
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

  /** From now on the log and the database belong together. An older copy of either, or another database, is refused. */
  async beginEpoch(): Promise<number> {
    const { rows } = await this.pool.query<{ epoch: number }>('select epoch from runner.log_seen');
    const epoch = Math.max((await this.store.describe()).epoch, rows[0]?.epoch ?? 1) + 1;
    await this.store.beginEpoch(epoch);
    await this.store.claim(await ensureInstallationId(this.pool), { takeOver: true });
    await this.pool.query(
      `insert into runner.log_seen (epoch, position) values ($1, $2)
       on conflict ((true)) do update set epoch = $1, position = $2, seen_at = now()`,
      [epoch, await this.store.head()],
    );
    return epoch;
  }
}
