import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '../cause-context.ts';
import { CrashPoints } from './crash-points.ts';
import { DatabaseClock } from './database-clock.ts';
import type { EffectKind } from './effect-kind.ts';
import { EffectRunner } from './effect-runner.ts';
import { WorkLoop, type WorkLoopOptions } from './work-loop.ts';
import type { Work, WorkTable } from './work-table.ts';

type EffectLoopOptions<Row extends object, Platform extends string> = Pick<
  WorkLoopOptions<Row, Platform>,
  'name' | 'platforms' | 'slots' | 'times' | 'logger'
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
  loop<Row extends object, Platform extends string, Task, Result>(
    kind: EffectKind<Work<Row, Platform>, Task, Result>,
    table: WorkTable<Row, Platform>,
    options: EffectLoopOptions<Row, Platform>,
  ): WorkLoop<Row, Platform> {
    const { causes, clock, crash, scheduler } = this;
    const runner = new EffectRunner(kind, table, { causes, clock, crash, logger: options.logger });
    return new WorkLoop({
      ...{ ...options, table, scheduler },
      reached: (point) => {
        crash.reached(`${kind.name}/${point}`);
      },
      run: (lease, over) => runner.run(lease, over),
    });
  }
}
