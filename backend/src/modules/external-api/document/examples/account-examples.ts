import type { ExternalAccount, ExternalPlatform } from '@posthorn/contracts/external/accounts.http';
import { analyticsOf, type PlatformCapabilities } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';

const limits: PlatformLimits = {
  platform: 'mastodon',
  text: { max: 500, count: { by: 'mastodon', urlLength: 23 }, requiresMedia: false },
  media: {
    images: 4,
    videos: 1,
    mixed: false,
    imageBytes: 16_777_216,
    videoBytes: 103_809_024,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4'],
    altTextMax: 1500,
  },
  confirmed: '2026-11-21',
  promotionalTextAllowed: true,
};
const capabilities: PlatformCapabilities = {
  text: true,
  images: true,
  video: true,
  comments: true,
  reply: true,
  hide: false,
  delete: false,
  deletePost: true,
  analytics: analyticsOf('likes', 'comments', 'shares'),
  automaticReplies: true,
};
const account = {
  id: 12,
  accountName: 'ana@mastodon.social',
  displayName: 'Ana Lima',
  status: 'active',
} as const;

export const PLATFORMS: readonly ExternalPlatform[] = [
  {
    platform: 'mastodon',
    name: 'Mastodon',
    configured: true,
    capabilities,
    limits,
    connected: [account],
  },
];
export const ACCOUNTS: readonly ExternalAccount[] = [
  {
    ...account,
    platform: 'mastodon',
    connectedAt: '2026-11-02T08:15:00.000Z',
    server: 'mastodon.social',
    limits,
    deletesPosts: true,
  },
];
