import { CauseContext } from '#infrastructure/cause-context.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { FollowZones } from './posts/zones/follow-zones.ts';
import { UnusedSlots } from './posts/quota/unused-slots.ts';
import { Attachments } from './post-media/attachments.ts';
import { KeepMedia } from './post-media/keep-media.ts';
import { RepeatedRequests } from './posts/schedule/repeated-requests.ts';

const UNSETTLED_MS = 5 * 60_000;

/** Clears away what requests that broke off have left behind. */
@Injectable()
export class SchedulingHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly slots: UnusedSlots,
    private readonly attachments: Attachments,
    private readonly keep: KeepMedia,
    private readonly requests: RepeatedRequests,
    private readonly zones: FollowZones,
    private readonly budgets: Budgets,
  ) {
    super('scheduling.housekeeping', new Logger('Scheduling'), configuration, causes, scheduler);
  }

  protected override readonly steps = [
    () => this.zones.follow(process.versions.tz ?? ''),
    () => this.slots.release(),
    async () => {
      for (const postId of await this.attachments.unsettled(UNSETTLED_MS)) await this.keep.settle(postId);
    },
    () => this.requests.forgetOld(),
    () => this.budgets.sweep(),
  ];
}
