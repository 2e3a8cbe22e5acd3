import type { Draft, MediaRef, Timing } from '../post.ts';
import type { PostCancelled, PostEdited, PostPublishingStarted, PostScheduled } from '../post-events.ts';

/** Events about one post, for specs. It is noon; the post is due in an hour. */
export const noon = new Date('2030-01-01T12:00:00.000Z');
export const moment = { now: noon, tolerance: 120_000 };
export const key = { postId: 7, ownerId: 'ana' } as const;
export const targets = [
  { accountId: 3, platform: 'mastodon' },
  { accountId: 4, platform: 'bluesky' },
] as const;

const picture: MediaRef = {
  mediaUrl: '/media/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  thumbnailUrl: '/media/AAAAAAAAAAAAAAAAAAAAAA-thumb.webp',
  mediaType: 'image',
  mimeType: 'image/jpeg',
  sha256: 'a'.repeat(64),
  bytes: 1000,
  width: 800,
  height: 600,
  durationSeconds: null,
  originalName: 'sunset.jpg',
  altText: 'A sunset',
};
export const draft: Draft = {
  content: 'Hello',
  title: null,
  hashtags: '#launch',
  media: [picture],
  aiRepliesEnabled: false,
  perTarget: [],
};
export const timing: Timing = {
  scheduledFor: '2030-01-01T13:00:00.000Z',
  timezone: 'Europe/Paris',
  localTime: '2030-01-01T14:00',
};

export const scheduled = (changes: Partial<PostScheduled['data']> = {}): PostScheduled => ({
  type: 'PostScheduled',
  schema: 4,
  data: { ...key, ...draft, ...timing, targets, ...changes },
});
export const edited = (changes: Partial<Draft> = {}): PostEdited => ({
  type: 'PostEdited',
  schema: 4,
  data: { ...key, ...draft, ...changes },
});
export const cancelled: PostCancelled = { type: 'PostCancelled', schema: 1, data: key };
export const archived = { type: 'PostArchived', schema: 1, data: key } as const;
export const restored = { type: 'PostRestored', schema: 1, data: key } as const;
export const started: PostPublishingStarted = {
  type: 'PostPublishingStarted',
  schema: 3,
  data: {
    ...key,
    contentHash: 'hash',
    withSuffix: true,
    suffixOn: [3, 4],
    targets,
    startedAt: '2030-01-01T13:00:00.000Z',
  },
};
