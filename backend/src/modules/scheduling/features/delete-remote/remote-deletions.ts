import { Configuration } from '#infrastructure/config/configuration.ts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { TIMES } from '../../publishing/times.ts';
import { DeletionRows } from './deletion-rows.ts';
import { DeletionRunner } from './deletion-runner.ts';

/** Deletions that one process has under way at a time. */
const AT_ONCE = 8;

/** Deletes published posts on their platforms, one poll after another. */
@Injectable()
export class RemoteDeletions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    private readonly rows: DeletionRows,
    private readonly runner: DeletionRunner,
    @Inject(TIMES) private readonly times: PublishingTimes,
    scheduler: SchedulerRegistry,
  ) {
    const logger = new Logger('Publishing');
    const poll = (stopping: AbortSignal) => this.round(stopping);
    this.#loop = new PollingLoop({ name: 'scheduling.remote-deletions', scheduler, logger, poll });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start(2 * this.times.tick);
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Takes up some of what is due; true when there may be more. */
  async round(stopping: AbortSignal): Promise<boolean> {
    const tasks = await this.rows.claim(AT_ONCE);
    const runs = await Promise.allSettled(tasks.map((task) => this.runner.run(task, stopping)));
    for (const run of runs) if (run.status === 'rejected') throw run.reason;
    return tasks.length === AT_ONCE;
  }
}
