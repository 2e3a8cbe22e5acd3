import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostBody, MediaRef, Timing } from '../post.ts';
import {
  postEvent,
  type PostCancelled,
  type PostEdited,
  type PostPublishingStarted,
  type PostScheduled,
} from '../post-events.ts';

/** Sample events of one post. The current time is noon; the post is due an hour later. */
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
export const body: PostBody = {
  content: 'Hello',
  ...NO_OPTIONAL_WORDS,
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

export const scheduled = (changes: Partial<PostScheduled['data']> = {}): PostScheduled =>
  postEvent('PostScheduled', { ...key, ...body, ...timing, targets, ...changes });
export const edited = (changes: Partial<PostBody> = {}): PostEdited =>
  postEvent('PostEdited', { ...key, ...body, ...changes });
export const editedAfterPublishing = postEvent('PublishedPostEdited', {
  ...key,
  title: 'Later',
  aiRepliesEnabled: true,
});
export const cancelled: PostCancelled = postEvent('PostCancelled', key);
export const archived = postEvent('PostArchived', key);
export const restored = postEvent('PostRestored', key);
export const started: PostPublishingStarted = postEvent('PostPublishingStarted', {
  ...key,
  contentHash: 'hash',
  withSuffix: true,
  suffixOn: [3, 4],
  targets,
  startedAt: '2030-01-01T13:00:00.000Z',
});
