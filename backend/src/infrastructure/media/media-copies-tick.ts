import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '../config/configuration.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { MediaStore } from './store/media-store.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Cleans up the local copies of an object store. It runs in every process with a role, unlike other housekeeping. Each machine has its own copies,
 * and must delete its copies of a deleted file too.
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
