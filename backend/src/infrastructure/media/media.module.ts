import { Module } from '@nestjs/common';
import { ExportRegistry } from '../export/export-registry.ts';
import { FindMediaHandler } from './find-media.query.ts';
import { MediaController } from './media.controller.ts';
import { MediaHousekeeping } from './media-housekeeping.ts';
import { MediaPart } from './media-part.ts';
import { DiskMediaStore } from './store/disk-media-store.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaShelf } from './store/media-shelf.ts';
import { MediaStore } from './store/media-store.ts';
import { MediaUses } from './store/media-uses.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { ReceiveFiles } from './upload/receive-files.ts';
import { UploadMediaHandler } from './upload/upload-media.command.ts';
import { UploadReservations } from './upload/upload-reservations.ts';

/** Files that users hand in, kept and served for whichever module uses them. A module imports it and names its `MediaUses`. */
@Module({
  controllers: [MediaController],
  providers: [
    FindMediaHandler,
    IncomingUploads,
    MediaFiles,
    MediaFolders,
    MediaHousekeeping,
    MediaPart,
    MediaShelf,
    MediaUses,
    ReceiveFiles,
    UploadMediaHandler,
    UploadReservations,
    {
      provide: MediaStore,
      useFactory: ({ objects }: MediaFolders) => new DiskMediaStore(objects),
      inject: [MediaFolders],
    },
  ],
  exports: [MediaFiles, MediaStore, MediaUses],
})
export class MediaModule {
  constructor(exports: ExportRegistry, part: MediaPart) {
    exports.add(part);
  }
}
