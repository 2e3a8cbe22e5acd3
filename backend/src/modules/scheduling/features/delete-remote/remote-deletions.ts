import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { EffectRunner } from '#infrastructure/effects/effect-runner.ts';
import { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import type { TargetKey } from '../../publishing/due-rows.ts';
import { TIMES } from '../../publishing/times.ts';
import { DeletionRows } from './deletion-rows.ts';
import { DeletePost } from './delete-post.kind.ts';

/** Deletions of one platform that a process has under way at a time; one owner's come to half of them. */
const SLOTS = 16;

/** Deletes published posts on their platforms. */
@Injectable()
export class RemoteDeletions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: WorkLoop<TargetKey, Platform>;

  constructor(
    private readonly configuration: Configuration,
    rows: DeletionRows,
    kind: DeletePost,
    causes: CauseContext,
    clock: DatabaseClock,
    crash: CrashPoints,
    @Inject(TIMES) times: PublishingTimes,
    scheduler: SchedulerRegistry,
  ) {
    const logger = new Logger('Publishing');
    const runner = new EffectRunner(kind, rows, { causes, clock, crash, logger });
    this.#loop = new WorkLoop({
      ...{ name: 'scheduling.remote-deletions', table: rows, platforms, slots: SLOTS, scheduler, logger },
      // Nobody waits for it as for a post that is due.
      times: { ...times, tick: 2 * times.tick },
      reached: (point) => {
        crash.reached(`${kind.name}/${point}`);
      },
      run: (lease, over) => runner.run(lease, over),
    });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Takes up what is due, and waits for the end of it. */
  round(): Promise<void> {
    return this.#loop.round();
  }
}
