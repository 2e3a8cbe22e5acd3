import { Module } from '@nestjs/common';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { Configuration } from '../config/configuration.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { OutgoingModule } from '../outgoing/outgoing.module.ts';
import { FindMediaHandler } from './find-media.query.ts';
import { MediaCopiesTick } from './media-copies-tick.ts';
import { MediaController } from './media.controller.ts';
import { MediaHousekeeping } from './media-housekeeping.ts';
import { MediaPart } from './media-part.ts';
import { MediaAllowance } from './store/media-allowance.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaRemovals } from './store/media-removals.ts';
import { MediaShelf } from './store/media-shelf.ts';
import { MediaStore } from './store/media-store.ts';
import { MediaUses } from './store/media-uses.ts';
import { openMediaStore } from './store/open-media-store.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { FetchFile } from './upload/fetch-file.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { ReceiveFiles } from './upload/receive-files.ts';
import { UploadKeys } from './upload/upload-keys.ts';
import { UploadMediaHandler } from './upload/upload-media.command.ts';
import { UploadReservations } from './upload/upload-reservations.ts';
import { Uploads } from './upload/uploads.ts';

/** Files that users hand in, kept and served for whichever module uses them. A module imports it and names its `MediaUses`. */
@Module({
  imports: [OutgoingModule],
  controllers: [MediaController],
  providers: [
    FetchFile,
    FindMediaHandler,
    IncomingUploads,
    MediaAllowance,
    MediaCopiesTick,
    MediaFiles,
    MediaFolders,
    MediaHousekeeping,
    MediaPart,
    MediaRemovals,
    MediaShelf,
    MediaUses,
    ReceiveFiles,
    StrayObjects,
    UploadKeys,
    UploadMediaHandler,
    UploadReservations,
    Uploads,
    { provide: MediaStore, useFactory: openMediaStore, inject: [Configuration, MediaFolders] },
  ],
  exports: [MediaAllowance, MediaFiles, MediaStore, MediaUses, ReceiveFiles, Uploads],
})
export class MediaModule {
  constructor(exports: ExportRegistry, part: MediaPart, erasures: ErasureRegistry, shelf: MediaShelf) {
    exports.add(part);
    erasures.add({
      module: 'media',
      tables: [
        { table: 'media.file', owner: 'owner_id' },
        { table: 'media.attachment', owner: { by: 'name', of: 'media.file' } },
        { table: 'media.usage', owner: 'owner_id' },
        { table: 'media.incoming', owner: 'owner_id' },
        { table: 'media.upload_key', owner: 'owner_id' },
      ],
      before: (userId) => shelf.emptyOf(userId),
    });
  }
}
