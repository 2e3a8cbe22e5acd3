import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LimitsRows, type ReadingKey } from './limits-rows.ts';
import { ReadLimits } from './read-limits.command.ts';

type DueReading = Work<ReadingKey, Platform>;

/** Accounts of one platform that a process asks about at a time: nobody waits for it, and platforms count each question. */
const SLOTS = 4;
const DAY_MS = 24 * 3_600_000;
/** A fault of our own is met again tomorrow, as a server's is. */
const TIMES = { tick: 10 * 60_000, renewLease: 20_000, firstRetry: DAY_MS, drain: 10_000 };

/** Reads the limits of each connected account once a day. On leased work, because it asks the servers of many people. */
@Injectable()
export class LimitsReadings extends WorkerLoop<ReadingKey, Platform> {
  protected override readonly loop: WorkLoop<ReadingKey, Platform>;

  constructor(
    configuration: Configuration,
    private readonly rows: LimitsRows,
    private readonly commands: CommandBus,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'limits',
      actor: 'read-limits',
      causeOf: ({ accountId }: DueReading) => `limits:${String(accountId)}`,
      run: (row: DueReading) => this.#read(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'integrations.limits',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('accounts'),
    });
  }

  async #read(row: DueReading): Promise<void> {
    await this.commands.execute(new ReadLimits(row.accountId));
    await this.rows.putBack(row, DAY_MS);
  }
}
