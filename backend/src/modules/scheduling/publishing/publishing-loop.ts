import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { AccountServers } from './account-servers.ts';
import { DueRows, UNKNOWN_SERVER, type DueRow, type TargetKey } from './due-rows.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { TargetRunner } from './target-runner.ts';
import { TIMES } from './times.ts';

/** Publishes what is due. */
@Injectable()
export class PublishingLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: WorkLoop<TargetKey, Platform>;

  constructor(
    private readonly configuration: Configuration,
    scheduler: SchedulerRegistry,
    rows: DueRows,
    private readonly servers: AccountServers,
    runner: TargetRunner,
    crash: CrashPoints,
    metrics: PublishingMetrics,
    @Inject(TIMES) times: PublishingTimes,
  ) {
    this.#loop = new WorkLoop({
      ...{ name: 'scheduling.publishing', table: rows, platforms, times, scheduler },
      logger: new Logger('Publishing'),
      reached: (point) => {
        crash.reached(point);
      },
      ticked: () => {
        metrics.ticked();
      },
      run: (lease, over) => runner.run(lease, over),
      complete: (claimed, held) => this.#learnServers(claimed, held),
    });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.configuration.roles.has('worker')) await this.stop();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  tick(): void {
    this.#loop.tick();
  }

  async #learnServers(claimed: readonly DueRow[], held: Iterable<Lease<DueRow>>): Promise<void> {
    if (!claimed.some(({ server }) => server === UNKNOWN_SERVER)) return;
    const servers = await this.servers.learn();
    for (const lease of held) {
      const server = servers.get(lease.row.accountId);
      if (server !== undefined) lease.update({ server });
    }
  }
}
