import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { StripeEvents } from './webhook/stripe-events.ts';

/** Clears away what nobody asks for any more. */
@Injectable()
export class BillingHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly events: StripeEvents,
  ) {
    super('billing.housekeeping', new Logger('billing'), configuration, causes, scheduler);
  }

  protected override readonly steps = [() => this.events.sweep()];
}
