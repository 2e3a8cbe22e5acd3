import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaRemovals } from './store/media-removals.ts';
import { MediaStore } from './store/media-store.ts';
import { UnusedMediaSweep } from './store/unused-media-sweep.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { UploadKeys } from './upload/upload-keys.ts';

/** Logs that the folder of the media is not mounted. Deletes unused files and the remains of broken uploads. */
export const MediaHousekeeping = defineHousekeeping({
  name: 'media.housekeeping',
  logger: 'media',
  needs: {
    store: MediaStore,
    files: MediaFiles,
    unusedMedia: UnusedMediaSweep,
    folders: MediaFolders,
    incoming: IncomingUploads,
    keys: UploadKeys,
    removals: MediaRemovals,
    strays: StrayObjects,
  },
  steps: ({ store, files, unusedMedia, folders, incoming, keys, removals, strays }) => [
    () => store.check(),
    async () => unusedMedia.deleteUnused(await files.idle()),
    () => folders.tidy(),
    () => incoming.forgetOld(),
    () => keys.forgetOld(),
    () => removals.forgetOld(),
    () => strays.sweepWhenDue(),
  ],
});
