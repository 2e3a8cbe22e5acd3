import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import { LeavingPeople } from './leaving-people.ts';
import type { EffectKind } from './effect-kind.ts';
import { EffectRunner } from './effect-runner.ts';
import type { Lease } from './lease.ts';
import { StartGate } from './start-gate.ts';
import { WorkLoop, type WorkLoopOptions } from './work-loop.ts';
import type { Work, WorkTable } from './work-table.ts';

export type EffectLoopOptions<Row extends object, Platform extends string> = Omit<
  WorkLoopOptions<Row, Platform>,
  'table' | 'scheduler' | 'reached' | 'run' | 'slotsNow'
>;

/** Work that must be done on time and that no other side must be told once: safe to repeat, or guarded by what it works on. */
type LeasedWork<Row extends object> = Readonly<{
  /** Names its crash points: `renewal`. */
  name: string;
  /** Whom its events name as their cause, beside `causeOf` the row. */
  actor: string;
  causeOf: (row: Row) => string;
  /** Does what is due for a row and gives it back. What it throws is tried again after the first retry. */
  run: (row: Row, lease: Lease<Row>) => Promise<void>;
}>;

/** Makes loops: what is due in the table of a kind is done as `EffectRunner` does it, leased work as it says itself. */
@Injectable()
export class EffectEngine {
  /** All kinds share the log and the database. */
  readonly #gate = new StartGate(new Logger('effects'));

  constructor(
    private readonly causes: CauseContext,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    private readonly scheduler: SchedulerRegistry,
    private readonly leaving: LeavingPeople,
  ) {}

  /** The loop rests until it is started; whoever made it stops it. */
  loop<Row extends object, Platform extends string, Task, Result, Ready>(
    kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    table: WorkTable<Row, Platform>,
    options: EffectLoopOptions<Row, Platform>,
  ): WorkLoop<Row, Platform> {
    const runner = this.runner(kind, table, options);
    return new WorkLoop({
      ...options,
      table,
      scheduler: this.scheduler,
      reached: (point) => {
        this.crash.reached(`${kind.name}/${point}`);
      },
      slotsNow: () => this.#gate.slots,
      run: (lease, stopNow) => runner.run(lease, stopNow),
    });
  }

  /** The loop of work that is no effect; it rests and is stopped as any. */
  leasedWork<Row extends object, Platform extends string>(
    { name, actor: id, causeOf, run }: LeasedWork<Work<Row, Platform>>,
    table: WorkTable<Row, Platform>,
    options: EffectLoopOptions<Row, Platform>,
  ): WorkLoop<Row, Platform> {
    const actor = { kind: 'system', id } as const;
    return new WorkLoop({
      ...options,
      table,
      scheduler: this.scheduler,
      reached: (point) => {
        this.crash.reached(`${name}/${point}`);
      },
      run: (lease) => {
        const { row } = lease;
        const cause = { actor, correlationId: randomUUID(), causationId: causeOf(row) };
        return this.causes.run(cause, () => run(row, lease));
      },
    });
  }

  /** What its loop does for each row. */
  runner<Row extends object, Platform extends string, Task, Result, Ready>(
    kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    table: WorkTable<Row, Platform>,
    { logger, times }: Pick<EffectLoopOptions<Row, Platform>, 'logger' | 'times'>,
  ): EffectRunner<Row, Platform, Task, Result, Ready> {
    const { causes, clock, crash, leaving } = this;
    return new EffectRunner(kind, table, { causes, clock, crash, leaving, gate: this.#gate, logger, times });
  }
}
