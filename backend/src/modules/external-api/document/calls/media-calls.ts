import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { row } from '../call-row.ts';
import { UPLOAD } from '../examples/post-examples.ts';

export const MEDIA_CALLS = {
  uploadExternalMedia: row(uploadExternalMedia, {
    tag: 'Media',
    summary: 'Upload files',
    description:
      'A form with up to ten files in its field `media`: JPEG, PNG, WebP, GIF, MP4 or MOV of up to 50 MB each. ' +
      'A post names them by the `mediaUrl` of the answer. What no post uses is deleted after a day.',
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
    },
    answers: { 201: { description: 'What was stored.', content: { type: 'Upload', example: UPLOAD } } },
    refusals: [
      ...(['scheduling.upload-broken', 'scheduling.too-many-files', 'scheduling.file-too-large'] as const),
      ...([
        'scheduling.too-many-pixels',
        'scheduling.storage-full',
        'scheduling.file-not-supported',
      ] as const),
      ...(['scheduling.file-not-readable', 'scheduling.uploads-busy', 'scheduling.drawing-busy'] as const),
      'server.media-unavailable',
    ],
  }),
};
