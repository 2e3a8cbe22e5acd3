import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { eachStep, PollingLoop } from '#infrastructure/polling-loop.ts';
import { WaitingChoices } from './features/authorize-account/waiting-choices.ts';
import { AccountCleanup } from './features/disconnect-account/account-cleanup.ts';
import { TemporaryMedia } from './features/temporary-media/temporary-media.ts';
import { UploadAddressVault } from './vault/upload-addresses.ts';

const EVERY_MS = 60_000;

/**
 * Clears away what has run out, and what connections that broke off have left behind. Each step may run in several processes
 * at once.
 */
@Injectable()
export class IntegrationsHousekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('accounts');
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    scheduler: SchedulerRegistry,
    private readonly causes: CauseContext,
    private readonly uploads: UploadAddressVault,
    private readonly media: TemporaryMedia,
    private readonly choices: WaitingChoices,
    private readonly cleanup: AccountCleanup,
  ) {
    const poll = async () => {
      await this.sweep();
      return false;
    };
    this.#loop = new PollingLoop({
      name: 'integrations.housekeeping',
      scheduler,
      logger: this.#logger,
      poll,
    });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start(EVERY_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
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
    () => this.cleanup.ofUnfinished(),
    () => this.uploads.sweep(),
    () => this.media.sweep(),
    () => this.choices.sweep(),
  ];
}
