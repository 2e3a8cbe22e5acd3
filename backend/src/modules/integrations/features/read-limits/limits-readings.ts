import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LimitsRows, type ReadingKey } from './limits-rows.ts';
import { ReadLimits } from './read-limits.command.ts';

type Task = Work<ReadingKey, Platform>;

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
    engine: EffectEngine,
  ) {
    const work = {
      name: 'limits',
      actor: 'read-limits',
      causeOf: ({ accountId }: Task) => `limits:${String(accountId)}`,
      run: (row: Task) => this.#read(row),
    };
    this.#loop = engine.leasedWork(work, rows, {
      name: 'integrations.limits',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('accounts'),
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

  async #read(row: Task): Promise<void> {
    await this.commands.execute(new ReadLimits(row.accountId));
    await this.rows.putBack(row, DAY_MS);
  }
}
