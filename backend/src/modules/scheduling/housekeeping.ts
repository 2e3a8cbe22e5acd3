import { randomUUID } from 'node:crypto';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { eachStep, PollingLoop } from '#infrastructure/polling-loop.ts';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { FollowZones } from './posts/zones/follow-zones.ts';
import { UnusedSlots } from './posts/quota/unused-slots.ts';
import { Attachments } from './post-media/attachments.ts';
import { KeepMedia } from './post-media/keep-media.ts';
import { RepeatedRequests } from './posts/schedule/repeated-requests.ts';

const EVERY_MS = 60_000;
const UNSETTLED_MS = 5 * 60_000;

/** Clears away what requests that broke off have left behind. Each step may run in several processes at once. */
@Injectable()
export class SchedulingHousekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Scheduling');
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    scheduler: SchedulerRegistry,
    private readonly causes: CauseContext,
    private readonly slots: UnusedSlots,
    private readonly attachments: Attachments,
    private readonly keep: KeepMedia,
    private readonly requests: RepeatedRequests,
    private readonly zones: FollowZones,
    private readonly budgets: Budgets,
  ) {
    const poll = async () => {
      await this.sweep();
      return false;
    };
    this.#loop = new PollingLoop({ name: 'scheduling.housekeeping', scheduler, logger: this.#logger, poll });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start(EVERY_MS);
  }

  /** Once through all of it. */
  sweep(): Promise<void> {
    const cause = {
      actor: { kind: 'system', id: 'housekeeping' },
      correlationId: randomUUID(),
      causationId: 'tick',
    } as const;
    return this.causes.run(cause, () => eachStep(this.#steps, this.#logger));
  }

  readonly #steps: readonly (() => Promise<unknown>)[] = [
    () => this.zones.follow(process.versions.tz ?? ''),
    () => this.slots.release(),
    async () => {
      for (const postId of await this.attachments.unsettled(UNSETTLED_MS)) await this.keep.settle(postId);
    },
    () => this.requests.forgetOld(),
    () => this.budgets.sweep(),
  ];

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }
}
