import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '../cause-context.ts';
import { Configuration } from '../config/configuration.ts';
import { Housekeeping } from '../housekeeping.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaRemovals } from './store/media-removals.ts';
import { MediaShelf } from './store/media-shelf.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { UploadKeys } from './upload/upload-keys.ts';

/** Clears away files that nobody uses and what broken uploads have left behind. */
@Injectable()
export class MediaHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly files: MediaFiles,
    private readonly shelf: MediaShelf,
    private readonly folders: MediaFolders,
    private readonly incoming: IncomingUploads,
    private readonly keys: UploadKeys,
    private readonly removals: MediaRemovals,
    private readonly strays: StrayObjects,
  ) {
    super('media.housekeeping', new Logger('media'), configuration, causes, scheduler);
  }

  protected override readonly steps = [
    async () => this.shelf.throwOut(await this.files.idle()),
    () => this.folders.tidy(),
    () => this.incoming.forgetOld(),
    () => this.keys.forgetOld(),
    () => this.removals.forgetOld(),
    () => this.strays.sweepWhenDue(),
  ];
}
