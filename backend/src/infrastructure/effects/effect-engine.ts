import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import { UsersBeingErased } from './users-being-erased.ts';
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

/** Work that must be done on time but needs no intent. It is safe to repeat, or its own data prevent a repetition. */
type LeasedWork<Row extends object> = Readonly<{
  /** Names its crash points: `renewal`. */
  name: string;
  /** The actor of its events. `causeOf` returns their cause. */
  actor: string;
  causeOf: (row: Row) => string;
  /** Does the due work of a row and releases it. After an error the loop tries again, after the first retry wait. */
  run: (row: Row, lease: Lease<Row>) => Promise<void>;
}>;

/** Creates loops. The loop of an effect hands its due rows to `EffectRunner`. A loop of leased work calls the function of the work. */
@Injectable()
export class EffectEngine {
  /** One gate for all kinds, because they share the event log and the database. */
  readonly #gate = new StartGate(new Logger('effects'));

  constructor(
    private readonly causes: CauseContext,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    private readonly scheduler: SchedulerRegistry,
    private readonly leaving: UsersBeingErased,
  ) {}

  /** The caller starts and stops the loop. */
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

  /** The loop of leased work. The caller starts and stops it. */
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

  /** Returns the runner that the loop of this kind calls for each row. */
  runner<Row extends object, Platform extends string, Task, Result, Ready>(
    kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    table: WorkTable<Row, Platform>,
    { logger, times }: Pick<EffectLoopOptions<Row, Platform>, 'logger' | 'times'>,
  ): EffectRunner<Row, Platform, Task, Result, Ready> {
    const { causes, clock, crash, leaving } = this;
    return new EffectRunner(kind, table, { causes, clock, crash, leaving, gate: this.#gate, logger, times });
  }
}
