import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '../cause-context.ts';
import { CrashPoints } from '../crash-points.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import type { EffectKind } from './effect-kind.ts';
import { EffectRunner } from './effect-runner.ts';
import { WorkLoop, type WorkLoopOptions } from './work-loop.ts';
import type { Work, WorkTable } from './work-table.ts';

type EffectLoopOptions<Row extends object, Platform extends string> = Omit<
  WorkLoopOptions<Row, Platform>,
  'table' | 'scheduler' | 'reached' | 'run'
>;

/** Makes the loop of a kind: what is due in its table is done as `EffectRunner` does it. */
@Injectable()
export class EffectEngine {
  constructor(
    private readonly causes: CauseContext,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  /** The loop rests until it is started; whoever made it stops it. */
  loop<Row extends object, Platform extends string, Task, Result, Ready>(
    kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    table: WorkTable<Row, Platform>,
    options: EffectLoopOptions<Row, Platform>,
  ): WorkLoop<Row, Platform> {
    const runner = this.runner(kind, table, options);
    return new WorkLoop({
      ...{ ...options, table, scheduler: this.scheduler },
      reached: (point) => {
        this.crash.reached(`${kind.name}/${point}`);
      },
      run: (lease, stopNow) => runner.run(lease, stopNow),
    });
  }

  /** What its loop does for each row. */
  runner<Row extends object, Platform extends string, Task, Result, Ready>(
    kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    table: WorkTable<Row, Platform>,
    { logger, times }: Pick<EffectLoopOptions<Row, Platform>, 'logger' | 'times'>,
  ): EffectRunner<Row, Platform, Task, Result, Ready> {
    const { causes, clock, crash } = this;
    return new EffectRunner(kind, table, { causes, clock, crash, logger, times });
  }
}
