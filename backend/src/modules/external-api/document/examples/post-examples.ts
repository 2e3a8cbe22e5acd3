import type {
  ChangePostRequest,
  CreatePostRequest,
  DryRunView,
  StatisticsView,
} from '@posthorn/contracts/external/posts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostView, RemovalView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';

const TARGET: TargetView = {
  accountId: 12,
  platform: 'mastodon',
  accountName: 'ana@mastodon.social',
  content: null,
  options: {},
  mediaUrls: null,
  status: 'scheduled',
  remoteId: null,
  permalink: null,
  publishedAt: null,
  attempts: 0,
  nextAttemptAt: null,
  problem: null,
  waitsSince: null,
  warning: null,
  remoteDeletion: null,
  remoteDeletionProblem: null,
  coverProblem: null,
  duplicates: [],
  lookUntil: null,
};
export const CREATE: CreatePostRequest = {
  content: 'Fresh bread from seven.',
  platforms: ['mastodon'],
  hashtags: ['bread'],
  scheduledFor: '2026-12-01T07:00:00Z',
};
export const EDIT: ChangePostRequest = {
  content: 'Fresh bread from eight.',
  scheduledFor: '2026-12-01T08:00:00Z',
  revision: 0,
};
export const POST: PostView = {
  id: 7,
  revision: 0,
  userId: '0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11',
  content: 'Fresh bread from seven.',
  ...NO_OPTIONAL_WORDS,
  hashtags: '#bread',
  mediaUrl: null,
  scheduledFor: '2026-12-01T07:00:00.000Z',
  timezone: null,
  status: 'scheduled',
  attention: false,
  publishing: false,
  platform: 'mastodon',
  selectedPlatforms: ['mastodon'],
  selectedAccountIds: [12],
  platformStatuses: { mastodon: 'scheduled' },
  targets: [TARGET],
  brief: false,
  aiRepliesEnabled: false,
  mediaFiles: [],
  createdAt: '2026-11-26T10:30:00.000Z',
};
export const DRY_RUN: DryRunView = {
  dryRun: true,
  wouldCreate: true,
  accounts: [{ accountId: 12, ok: true, problems: [], text: { used: 31, max: 500 } }],
  limits: { scheduledPosts: { used: 1, max: 3 } },
};
export const REMOVAL: RemovalView = { outcome: 'cancelled', targets: [TARGET] };
export const HISTORY: HistoryView = {
  postId: 7,
  at: null,
  post: POST,
  events: [
    {
      id: '5f1d7a86-7d0e-4d0c-9f1b-2f6f7a3a1c55',
      stream: 'post-7',
      revision: 0,
      type: 'PostScheduled',
      at: '2026-11-26T10:30:00.000Z',
      actor: { kind: 'apiToken', id: '7b0f6a52-5e0c-4c1f-8a59-0f2f1c6f9d3e', name: 'My blog' },
      correlationId: 'c6d6f0a2',
      causationId: 'c6d6f0a2',
      accountId: null,
      platform: null,
      accountName: null,
      attempt: null,
      requestFingerprint: null,
      remoteId: null,
      permalink: null,
      summary: 'The post was scheduled for 2026-12-01T07:00:00.000Z on one account.',
      said: [{ code: 'PostScheduled', values: { at: '2026-12-01T07:00:00.000Z', accounts: 1 } }],
      data: { postId: 7, content: 'Fresh bread from seven.' },
    },
  ],
};
const NOT_GIVEN = { saves: null, quotes: null, impressions: null, views: null, reach: null, clicks: null };
export const STATISTICS: StatisticsView = {
  stats: {
    total: 4,
    scheduled: 1,
    posted: 3,
    failed: 0,
    byPlatform: { mastodon: 4 },
    likes: 21,
    comments: 5,
    shares: 2,
    ...NOT_GIVEN,
  },
  recentPosts: [POST],
};
export const UPLOAD: UploadReply = {
  files: [
    {
      mediaUrl: '/media/4nT0cB1yVqkN.jpg',
      mediaType: 'image',
      mimeType: 'image/jpeg',
      mediaSize: 183_204,
      originalName: 'bread.jpg',
      order: 0,
      thumbnailUrl: '/media/4nT0cB1yVqkN.webp',
      width: 1600,
      height: 1200,
      durationSeconds: null,
      altText: null,
    },
  ],
};
