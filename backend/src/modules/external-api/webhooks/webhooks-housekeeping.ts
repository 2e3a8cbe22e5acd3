import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { Deliveries } from './deliveries.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

/** Clears away deliveries that are kept no longer, and secrets that sign nothing. */
@Injectable()
export class WebhooksHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly deliveries: Deliveries,
    private readonly secrets: WebhookSecrets,
  ) {
    super('external.webhooks-housekeeping', new Logger('external-api'), configuration, causes, scheduler);
  }

  protected override readonly steps = [() => this.deliveries.sweep(), () => this.secrets.sweep()];
}
