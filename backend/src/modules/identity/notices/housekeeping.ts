import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { Notices } from './notices.ts';

/** Clears away what nobody asks for any more. */
@Injectable()
export class NoticeHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly notices: Notices,
  ) {
    super('notices.housekeeping', new Logger('notices'), configuration, causes, scheduler);
  }

  protected override readonly steps = [() => this.notices.forgetOld()];
}
