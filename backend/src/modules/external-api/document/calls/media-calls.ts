import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { row } from '../call-row.ts';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { UPLOAD } from '../examples/post-examples.ts';

/** Error codes of files that are fetched from a URL. */
export const FETCHED_FILE_ERRORS: readonly ErrorCode[] = [
  'external.address-not-allowed',
  'scheduling.file-not-fetched',
];
/** Error codes of any file. */
export const FILE_ERRORS: readonly ErrorCode[] = [
  ...(['scheduling.file-too-large', 'scheduling.too-many-pixels', 'scheduling.storage-full'] as const),
  ...([
    'scheduling.file-not-supported',
    'scheduling.file-not-readable',
    'scheduling.file-too-complex',
  ] as const),
  ...(['scheduling.uploads-busy', 'scheduling.drawing-busy', 'server.media-unavailable'] as const),
];

export const MEDIA_CALLS = {
  uploadExternalMedia: row(uploadExternalMedia, {
    tag: 'Media',
    summary: 'Upload files, or have one fetched',
    description:
      'A form with up to ten files in its field `media`: JPEG, PNG, WebP, GIF, MP4 or MOV of up to 50 MB each; or JSON with the ' +
      'address of one file, which the server fetches at once, within 30 seconds. ' +
      'A post names a file by the `mediaUrl` of the answer. Files that no post uses are deleted after a day. With an `Idempotency-Key`, the same ' +
      'files are stored once, however often you send the request. Other files with that key are refused.',
    isRepeatable: true,
    body: {
      mediaType: 'multipart/form-data',
      schema: {
        type: 'object',
        properties: {
          media: {
            type: 'array',
            items: { type: 'string', format: 'binary' },
            minItems: 1,
            maxItems: MEDIA.filesMax,
          },
        },
        required: ['media'],
      },
      or: { type: 'FetchMediaRequest', example: { url: 'https://example.com/bread.jpg' } },
    },
    answers: {
      201: {
        description: 'What was stored.',
        headers: ['Idempotency-Replayed'],
        content: { type: 'Upload', example: UPLOAD },
      },
    },
    refusals: [
      ...([
        'scheduling.upload-broken',
        'scheduling.too-many-files',
        'scheduling.idempotency-key-reused',
      ] as const),
      ...FILE_ERRORS,
      ...FETCHED_FILE_ERRORS,
    ],
  }),
};
