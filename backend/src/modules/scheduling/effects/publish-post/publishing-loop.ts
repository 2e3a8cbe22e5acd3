import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { AccountServers } from './account-servers.ts';
import { DueRows, UNKNOWN_SERVER, type DueRow } from './due-rows.ts';
import { PublishPost } from './publish-post.kind.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import type { TargetKey } from '../../read-models/targets/target-rows.ts';
import { TIMES } from '../times.ts';

@Injectable()
export class PublishingLoop extends WorkerLoop<TargetKey, Platform> {
  static readonly workKind = 'effect';
  protected override readonly loop: WorkLoop<TargetKey, Platform>;

  constructor(
    configuration: Configuration,
    rows: DueRows,
    private readonly servers: AccountServers,
    kind: PublishPost,
    engine: EffectEngine,
    metrics: PublishingMetrics,
    @Inject(TIMES) times: PublishingTimes,
  ) {
    super(configuration);
    this.loop = engine.loop(kind, rows, {
      name: 'scheduling.publishing',
      platforms,
      times,
      logger: new Logger('Publishing'),
      ticked: () => {
        metrics.ticked();
      },
      addMissingData: (claimed, leases) => this.#learnServers(claimed, leases),
    });
  }

  tick(): void {
    this.loop.tick();
  }

  async #learnServers(claimed: readonly DueRow[], leases: Iterable<Lease<DueRow>>): Promise<void> {
    if (!claimed.some(({ server }) => server === UNKNOWN_SERVER)) return;
    const servers = await this.servers.learn();
    for (const lease of leases) {
      const server = servers.get(lease.row.accountId);
      if (server !== undefined) lease.update({ server });
    }
  }
}
