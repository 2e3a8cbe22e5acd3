import type { UploadReply } from '../shared/media.http.ts';
import type { ExternalCall } from './posts.http.ts';

/** A file on the web: fetched once, by https, up to 50 MB in 30 s. */
export type FetchMediaRequest = Readonly<{ url: string }>;

/**
 * A multipart form with files in its field `media`, or JSON with the address of one file. What it answers is named in `mediaUrl` or
 * `media` of a post. With an Idempotency-Key the same request may be repeated for 24 hours. 422 `external.address-not-allowed` or
 * `scheduling.file-not-fetched` for an address that gives none.
 */
export const uploadExternalMedia: ExternalCall<FetchMediaRequest, UploadReply> = {
  method: 'POST',
  path: '/api/external/media',
  scope: 'media:write',
};
