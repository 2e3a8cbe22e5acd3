import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '../config/configuration.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { MediaStore } from './store/media-store.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Clears away what a store of objects keeps on this machine. In every process that has a role, unlike other housekeeping: each
 * machine has copies of its own, and those of a file that was removed have to go there too.
 */
@Injectable()
export class MediaCopiesTick implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    store: MediaStore,
    scheduler: SchedulerRegistry,
  ) {
    const poll = async () => {
      await store.tidy();
      return false;
    };
    this.#loop = new PollingLoop({ name: 'media.copies', scheduler, logger: new Logger('media'), poll });
  }

  onApplicationBootstrap(): void {
    const { objectStore, roles } = this.configuration;
    if (objectStore === null || roles.size === 0) return;
    this.#loop.start(EVERY_MS);
    this.#loop.tick();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }
}
