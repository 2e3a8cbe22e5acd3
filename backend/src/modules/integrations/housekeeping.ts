import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { WaitingChoices } from './features/authorize-account/waiting-choices.ts';
import { AccountCleanup } from './features/disconnect-account/account-cleanup.ts';
import { TemporaryMedia } from './features/temporary-media/temporary-media.ts';
import { UploadAddressVault } from './vault/upload-addresses.ts';

/** Clears away what has run out, and what connections that broke off have left behind. */
@Injectable()
export class IntegrationsHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly uploads: UploadAddressVault,
    private readonly media: TemporaryMedia,
    private readonly choices: WaitingChoices,
    private readonly cleanup: AccountCleanup,
  ) {
    super('integrations.housekeeping', new Logger('accounts'), configuration, causes, scheduler);
  }

  protected override readonly steps = [
    () => this.cleanup.ofUnfinished(),
    () => this.uploads.sweep(),
    () => this.media.sweep(),
    () => this.choices.sweep(),
  ];
}
