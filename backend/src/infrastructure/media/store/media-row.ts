import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { STORED_EXTENSIONS } from './media-store.ts';

/** One upload, `media.file`. `name` is its public path below `/media/`, 128 random bits and an extension. */
export type MediaRow = Readonly<{
  name: string;
  owner_id: string;
  sha256: string;
  thumbnail_sha256: string | null;
  kind: 'image' | 'video';
  mime_type: string;
  bytes: number;
  /** The size including the thumbnail. It counts towards the owner's storage. */
  stored_bytes: number;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  codec: string | null;
  original_name: string;
}>;

const MEDIA_PATH = '/media/';
/** Thumbnails are always WebP. */
export const THUMBNAIL_TYPE = 'image/webp';
const THUMBNAIL = '-thumb.webp';
const NAME = new RegExp(`^[\\w-]{22}\\.(?:${STORED_EXTENSIONS.join('|')})$`, 'u');
const THUMBNAIL_NAME = /^[\w-]{22}-thumb\.webp$/u;

/** The path of a file's URL. */
export const addressOf = ({ name }: Pick<MediaRow, 'name'>): string => `${MEDIA_PATH}${name}`;
/** The path of the URL of a file's thumbnail; null when there is none. */
export const thumbnailOf = (row: Pick<MediaRow, 'name' | 'thumbnail_sha256'>): string | null =>
  row.thumbnail_sha256 === null ? null : `${MEDIA_PATH}${row.name.slice(0, 22)}${THUMBNAIL}`;

/** The name of the file in one of our own URLs, or null. */
export function nameIn(mediaUrl: string): string | null {
  if (!mediaUrl.startsWith(MEDIA_PATH)) return null;
  const name = mediaUrl.slice(MEDIA_PATH.length);
  return NAME.test(name) ? name : null;
}

/** The file that a path below `/media/` requests: a stored file, or the thumbnail of the file whose name begins with `prefix`. */
export function requestedFile(
  path: string,
): Readonly<{ prefix: string; thumbnail: boolean; name: string }> | null {
  const thumbnail = THUMBNAIL_NAME.test(path);
  if (!thumbnail && !NAME.test(path)) return null;
  return { prefix: path.slice(0, 22), thumbnail, name: path };
}

/** The entry of one file in the response to an upload. `order`: its index. */
export const uploadView = (row: MediaRow, order: number): MediaFileView => ({
  mediaUrl: addressOf(row),
  mediaType: row.kind,
  mimeType: row.mime_type,
  mediaSize: row.bytes,
  originalName: row.original_name,
  order,
  thumbnailUrl: thumbnailOf(row),
  width: row.width,
  height: row.height,
  durationSeconds: row.duration_seconds,
  altText: null,
});
