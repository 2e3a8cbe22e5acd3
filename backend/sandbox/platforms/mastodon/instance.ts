import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';

export const TEXT_LIMIT = 500;
export const ATTACHMENT_LIMIT = 4;
export const DESCRIPTION_LIMIT = 1500;
export const IMAGE_LIMIT = 16_777_216;
export const VIDEO_LIMIT = 103_809_024;
export const IMAGE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/webp',
  'image/avif',
];
export const VIDEO_TYPES: readonly string[] = ['video/webm', 'video/mp4', 'video/quicktime'];

const VERSION = '4.5.0+sandbox';
const TITLE = 'Mastodon sandbox';
const DESCRIPTION = 'A stand-in for a Mastodon instance. Nothing leaves this machine.';

const configuration = {
  accounts: { max_featured_tags: 10 },
  statuses: {
    max_characters: TEXT_LIMIT,
    max_media_attachments: ATTACHMENT_LIMIT,
    characters_reserved_per_url: 23,
  },
  media_attachments: {
    supported_mime_types: [...IMAGE_TYPES, ...VIDEO_TYPES],
    description_limit: DESCRIPTION_LIMIT,
    image_size_limit: IMAGE_LIMIT,
    image_matrix_limit: 33_177_600,
    video_size_limit: VIDEO_LIMIT,
    video_frame_rate_limit: 120,
    video_matrix_limit: 8_294_400,
  },
  polls: {
    max_options: 4,
    max_characters_per_option: 50,
    min_expiration: 300,
    max_expiration: 2_629_746,
  },
};

/** The description of an instance and its limits. */
export const instanceRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/api/v2/instance',
    run: (exchange: Exchange) => {
      exchange.reply(200, {
        domain: exchange.host,
        title: TITLE,
        version: VERSION,
        source_url: 'https://github.com/mastodon/mastodon',
        description: DESCRIPTION,
        usage: { users: { active_month: 1 } },
        languages: ['en'],
        configuration,
        registrations: { enabled: false, approval_required: false, message: null },
        api_versions: { mastodon: 7 },
        rules: [],
      });
    },
  },
  {
    method: 'GET',
    pattern: '/api/v1/instance',
    run: (exchange: Exchange) => {
      exchange.reply(200, {
        uri: exchange.host,
        title: TITLE,
        short_description: DESCRIPTION,
        description: DESCRIPTION,
        version: VERSION,
        languages: ['en'],
        registrations: false,
        approval_required: false,
        invites_enabled: false,
        configuration,
        rules: [],
      });
    },
  },
  {
    method: 'GET',
    pattern: '/health',
    run: (exchange: Exchange) => {
      exchange.send(200, 'OK', 'text/plain; charset=utf-8');
    },
  },
];
