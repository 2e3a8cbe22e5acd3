import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { KeepBanner } from './features/banner/keep-banner.ts';

/** Clears away what requests that broke off have left behind. */
@Injectable()
export class LinkTreeHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly banners: KeepBanner,
  ) {
    super('link-tree.housekeeping', new Logger('link-tree'), configuration, causes, scheduler);
  }

  protected override readonly steps = [() => this.banners.settleOld()];
}
