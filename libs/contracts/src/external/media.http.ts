import type { UploadReply } from '../shared/media.http.ts';
import type { ExternalCall } from './posts.http.ts';

/** A file on the web. The server fetches it once by https, up to 50 MB within 30 s. */
export type FetchMediaRequest = Readonly<{ url: string }>;

/**
 * A multipart form with files in its field `media`, or JSON with the URL of one file. Posts contain the returned URL
 * in `mediaUrl` or `media`. With an Idempotency-Key the same request may be repeated for 24 hours.
 * 422 `external.address-not-allowed` or `scheduling.file-not-fetched` when the URL returns no usable file.
 */
export const uploadExternalMedia: ExternalCall<FetchMediaRequest, UploadReply> = {
  method: 'POST',
  path: '/api/external/media',
  scope: 'media:write',
};
