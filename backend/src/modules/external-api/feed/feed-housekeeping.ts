import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { keptSince } from './feed.projection.ts';
import { FeedRows } from './feed-rows.ts';

/** Forgets events that are too old to be asked for. */
@Injectable()
export class FeedHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly rows: FeedRows,
    private readonly clock: Clock,
  ) {
    super('external.feed-housekeeping', new Logger('external-api'), configuration, causes, scheduler);
  }

  protected override readonly steps = [() => this.rows.forgetBefore(keptSince(this.clock.now()))];
}
