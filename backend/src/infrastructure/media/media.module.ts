import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.ts';
import { injected, factoryProvider } from '../manifest/injected.ts';
import { manifest } from '../manifest/manifest.ts';
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
import { UnusedMediaSweep } from './store/unused-media-sweep.ts';
import { MediaStore } from './store/media-store.ts';
import { MediaUses } from './store/media-uses.ts';
import { openMediaStore } from './store/open-media-store.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { FetchFile } from './upload/fetch-file.ts';
import { FetchedPictures } from './upload/fetched-pictures.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { ReceiveFiles } from './upload/receive-files.ts';
import { UploadKeys } from './upload/upload-keys.ts';
import { UploadMediaHandler } from './upload/upload-media.command.ts';
import { UploadReservations } from './upload/upload-reservations.ts';
import { Uploads } from './upload/uploads.ts';

/** Stores and serves the files that users upload, for all modules. A module that uses them imports this one and registers its `MediaUses`. */
@Module({
  ...manifest({
    name: 'media',
    imports: [OutgoingModule],
    controllers: [MediaController],
    housekeeping: [MediaHousekeeping],
    erasure: {
      tables: [
        { table: 'media.file', owner: 'owner_id' },
        { table: 'media.attachment', owner: { by: 'name', of: 'media.file' } },
        { table: 'media.usage', owner: 'owner_id' },
        { table: 'media.incoming', owner: 'owner_id' },
        { table: 'media.upload_key', owner: 'owner_id' },
      ],
      before: injected([UnusedMediaSweep], (unusedMedia) => (userId) => unusedMedia.deleteBytesOf(userId)),
    },
    exportParts: [MediaPart],
    providers: [
      factoryProvider(MediaStore, [Configuration, MediaFolders, MediaFiles], openMediaStore),
      ...[MediaAllowance, MediaFiles, MediaFolders, MediaRemovals, UnusedMediaSweep, MediaUses, StrayObjects],
      ...[FetchFile, FetchedPictures, IncomingUploads, ReceiveFiles, UploadKeys, UploadReservations, Uploads],
      ...[FindMediaHandler, UploadMediaHandler, MediaCopiesTick],
    ],
  }),
  exports: [FetchedPictures, MediaAllowance, MediaFiles, MediaStore, MediaUses, ReceiveFiles, Uploads],
})
export class MediaModule {}
