import type { Configuration } from '../../config/configuration.ts';
import { DiskMediaStore } from './disk-media-store.ts';
import { FolderMark } from './folder-mark.ts';
import { MediaCache } from './media-cache.ts';
import type { MediaFiles } from './media-files.ts';
import type { MediaFolders } from './media-folders.ts';
import type { MediaStore } from './media-store.ts';
import { S3Bucket } from './s3-bucket.ts';
import { S3MediaStore } from './s3-media-store.ts';

/** Opens the store that the operator configured. */
export function openMediaStore(
  { objectStore }: Pick<Configuration, 'objectStore'>,
  { objects, cache }: Pick<MediaFolders, 'objects' | 'cache'>,
  files: Pick<MediaFiles, 'hasStored'>,
): MediaStore {
  if (objectStore === null)
    return new DiskMediaStore(objects, new FolderMark(objects, () => files.hasStored()));
  let bucket: Promise<S3Bucket> | undefined;
  const open = () => (bucket ??= S3Bucket.open(objectStore));
  return new S3MediaStore(open, new MediaCache({ folder: cache, maxBytes: objectStore.cacheBytes }));
}
