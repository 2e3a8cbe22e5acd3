import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PollingLoop } from '#infrastructure/polling-loop.ts';
import { WaitingChoices } from './features/authorize-account/waiting-choices.ts';
import { AccountCleanup } from './features/disconnect-account/account-cleanup.ts';
import { TemporaryMedia } from './features/temporary-media/temporary-media.ts';
import { UploadAddressVault } from './vault/upload-addresses.ts';

const EVERY_MS = 60_000;

/**
 * Clears away what has run out, and what connections that broke off have left behind. A polling loop and no leased work: a
 * step is safe to repeat, may run in several processes at once, and nobody waits for it.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
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
  async sweep(): Promise<void> {
    const actor = { kind: 'system', id: 'housekeeping' } as const;
    await this.causes.run({ actor, correlationId: randomUUID(), causationId: 'tick' }, async () => {
      for (const step of this.#steps) {
        try {
          await step();
        } catch (error) {
          // One step in trouble must not keep the others from their work.
          this.#logger.warn({ msg: 'A step of housekeeping broke off and is tried again', err: error });
        }
      }
    });
  }

  readonly #steps: readonly (() => Promise<unknown>)[] = [
    () => this.cleanup.ofUnfinished(),
    () => this.uploads.sweep(),
    () => this.media.sweep(),
    () => this.choices.sweep(),
  ];
}
