import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaRemovals } from './store/media-removals.ts';
import { UnusedMediaSweep } from './store/unused-media-sweep.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { IncomingUploads } from './upload/incoming-uploads.ts';
import { UploadKeys } from './upload/upload-keys.ts';

/** Deletes unused files and the remains of broken uploads. */
export const MediaHousekeeping = defineHousekeeping({
  name: 'media.housekeeping',
  logger: 'media',
  needs: {
    files: MediaFiles,
    unusedMedia: UnusedMediaSweep,
    folders: MediaFolders,
    incoming: IncomingUploads,
    keys: UploadKeys,
    removals: MediaRemovals,
    strays: StrayObjects,
  },
  steps: ({ files, unusedMedia, folders, incoming, keys, removals, strays }) => [
    async () => unusedMedia.deleteUnused(await files.idle()),
    () => folders.tidy(),
    () => incoming.forgetOld(),
    () => keys.forgetOld(),
    () => removals.forgetOld(),
    () => strays.sweepWhenDue(),
  ],
});
