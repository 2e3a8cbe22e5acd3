import type { UploadReply } from '../shared/media.http.ts';
import type { ExternalCall } from './posts.http.ts';

/** A multipart form with files in its field `media`, as `uploadMedia`. What it answers is named in `mediaUrl` or `media` of a post. */
export const uploadExternalMedia: ExternalCall<unknown, UploadReply> = {
  ...{ method: 'POST', path: '/api/external/media', scope: 'media:write' },
};
