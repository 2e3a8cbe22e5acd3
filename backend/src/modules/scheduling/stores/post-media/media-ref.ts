import { addressOf, nameIn, thumbnailOf, type MediaRow } from '#infrastructure/media/store/media-row.ts';
import type { MediaRef } from '../../domain/post/post.ts';

/** The names of the files of a post. */
export const namesOf = (media: readonly MediaRef[]): string[] =>
  media.flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);

/** A stored file, as an event of a post records the file. */
export const mediaRef = (row: MediaRow, altText: string | null): MediaRef => ({
  mediaUrl: addressOf(row),
  thumbnailUrl: thumbnailOf(row),
  mediaType: row.kind,
  mimeType: row.mime_type,
  sha256: row.sha256,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  durationSeconds: row.duration_seconds,
  originalName: row.original_name,
  altText,
});
