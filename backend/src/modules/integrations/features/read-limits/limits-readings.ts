import { randomUUID } from 'node:crypto';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CrashPoints } from '#infrastructure/crash-points.ts';
import { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { LimitsRows, type ReadingKey } from './limits-rows.ts';
import { ReadLimits } from './read-limits.command.ts';

/** Accounts of one platform that a process asks about at a time: nobody waits for it, and platforms count each question. */
const SLOTS = 4;
const DAY_MS = 24 * 3_600_000;
/** A fault of our own is met again tomorrow, as a server's is. */
const TIMES = { tick: 10 * 60_000, renewLease: 20_000, firstRetry: DAY_MS, drain: 10_000 };

/** Reads the limits of each connected account once a day. On leased work, because it asks the servers of many people. */
@Injectable()
export class LimitsReadings implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: WorkLoop<ReadingKey, Platform>;

  constructor(
    private readonly configuration: Configuration,
    private readonly rows: LimitsRows,
    private readonly commands: CommandBus,
    private readonly causes: CauseContext,
    crash: CrashPoints,
    scheduler: SchedulerRegistry,
  ) {
    this.#loop = new WorkLoop({
      ...{ name: 'integrations.limits', table: rows, platforms, slots: SLOTS, times: TIMES, scheduler },
      logger: new Logger('accounts'),
      reached: (point) => {
        crash.reached(`limits/${point}`);
      },
      run: ({ row }) => this.#read(row),
    });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads what is due, and waits for the end of it. */
  round(): Promise<void> {
    return this.#loop.round();
  }

  async #read(row: Work<ReadingKey, Platform>): Promise<void> {
    const actor = { kind: 'system', id: 'read-limits' } as const;
    const cause = { actor, correlationId: randomUUID(), causationId: `limits:${String(row.accountId)}` };
    await this.causes.run(cause, () => this.commands.execute(new ReadLimits(row.accountId)));
    await this.rows.putBack(row, DAY_MS);
  }
}
