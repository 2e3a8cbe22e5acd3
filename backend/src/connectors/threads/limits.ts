import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByName } from '../contract/public-address.ts';

const MB = 1_000_000;

/** Sources: developers.facebook.com/docs/threads/overview and /posts. The limit on links applies since 2025-12-22. */
const THREADS_LIMITS: PlatformLimits = {
  platform: 'threads',
  text: { max: 500, count: { by: 'emojiBytes' }, requiresMedia: false, links: 5 },
  media: {
    images: 20,
    videos: 20,
    mixed: true,
    imageBytes: 8 * MB,
    videoBytes: 1_000 * MB,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    imageRatio: { min: 0.1, max: 10 },
    videoSeconds: { min: 0, max: 300 },
    altTextMax: 1000,
  },
  postsPerDay: 250,
  confirmed: '2026-09-11',
  promotionalTextAllowed: true,
};

export const THREADS: PlatformDescriptor = {
  platform: 'threads',
  name: 'Threads',
  connectPath: '/api/auth/threads',
  publicAddress: urlByName('https://www.threads.com/@'),
  // The API names authors, and does not return their ids.
  accountNameOf: ({ handle }) => handle,
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'quotes', 'impressions'),
    automaticReplies: true,
  },
  limits: THREADS_LIMITS,
  deletionScope: 'threads_delete',
  // Threads probably publishes a container only once, but does not document this.
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: true },
  options: [],
};
