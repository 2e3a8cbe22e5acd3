import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '../config/configuration.ts';
import { eachStep, PollingLoop } from '../polling-loop.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaShelf } from './store/media-shelf.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';

const EVERY_MS = 60_000;

/** Clears away files that nobody uses and what broken uploads have left behind. May run in several processes at once. */
@Injectable()
export class MediaHousekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('media');
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    scheduler: SchedulerRegistry,
    private readonly files: MediaFiles,
    private readonly shelf: MediaShelf,
    private readonly folders: MediaFolders,
    private readonly incoming: IncomingUploads,
  ) {
    this.#loop = new PollingLoop({
      name: 'media.housekeeping',
      scheduler,
      logger: this.#logger,
      poll: async () => {
        await this.sweep();
        return false;
      },
    });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start(EVERY_MS);
  }

  /** Once through all of it. */
  sweep(): Promise<void> {
    return eachStep(this.#steps, this.#logger);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#loop.stop();
  }

  readonly #steps: readonly (() => Promise<unknown>)[] = [
    async () => this.shelf.throwOut(await this.files.idle()),
    () => this.folders.tidy(),
    () => this.incoming.forgetOld(),
  ];
}
