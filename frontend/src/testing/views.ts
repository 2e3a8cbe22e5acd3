import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { OverviewView, PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { BLUESKY_LIMITS, MASTODON_LIMITS } from './limits.ts';
import type {
  LinkPageView,
  OwnLinkView,
  PageAccountView,
} from '@posthorn/contracts/link-tree/link-page.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { API_SCOPES, type ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Objects as the server sends them. A spec sets only the fields that it tests. */
export const aUser = (overrides: Partial<UserView> = {}): UserView => ({
  id: '9f1c1f34-1111-4222-8333-123456789abc',
  username: 'ana',
  pendingEmail: null,
  email: 'ana@example.org',
  firstName: 'Ana',
  lastName: null,
  handle: null,
  isPremium: false,
  personalityProfile: null,
  bannerImageUrl: null,
  profileImageUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  timezone: 'Europe/London',
  pagesDomain: null,
  ...overrides,
});

export const anApiToken = (overrides: Partial<ApiTokenView> = {}): ApiTokenView => ({
  id: 't1',
  name: 'My token',
  tokenPreview: 'AbCd…WxYz',
  scopes: API_SCOPES,
  lastUsedAt: null,
  expiresAt: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  ...overrides,
});

export const aBlueskyAccount = (overrides: Partial<AccountView> = {}): AccountView => ({
  id: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  displayName: 'Ana',
  isActive: true,
  status: 'active',
  connectedAt: '2026-01-02T00:00:00.000Z',
  server: 'https://bsky.social',
  limits: BLUESKY_LIMITS,
  deletesPosts: true,
  connectPath: '/api/auth/bluesky',
  commentsPath: null,
  ...overrides,
});

export const aMastodonAccount = (overrides: Partial<AccountView> = {}): AccountView => ({
  ...aBlueskyAccount(),
  id: 8,
  platform: 'mastodon',
  accountName: 'ana@mastodon.social',
  server: 'https://mastodon.social',
  connectPath: '/api/auth/mastodon',
  limits: MASTODON_LIMITS,
  ...overrides,
});

/** A platform with all capabilities. */
export const aPlatform = (overrides: Partial<PlatformView> = {}): PlatformView => ({
  platform: 'bluesky',
  name: 'Bluesky',
  configured: true,
  reason: null,
  connectPath: '/api/auth/bluesky',
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: true,
    deletePost: true,
    analytics: analyticsOf('likes'),
    automaticReplies: true,
  },
  limits: BLUESKY_LIMITS,
  options: [],
  ...overrides,
});

export const aTarget = (overrides: Partial<TargetView> = {}): TargetView => ({
  accountId: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
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
  ...overrides,
});

export const aPost = (overrides: Partial<PostView> = {}): PostView => {
  const targets = overrides.targets ?? [aTarget({ status: overrides.status ?? 'scheduled' })];
  return {
    id: 1,
    revision: 0,
    userId: aUser().id,
    ...NO_OPTIONAL_WORDS,
    content: 'Hello from the harbour',
    mediaUrl: null,
    scheduledFor: '2030-01-01T12:00:00.000Z',
    timezone: 'Europe/London',
    status: 'scheduled',
    attention: targets.some(
      ({ status, nextAttemptAt, waitsSince }) =>
        status === 'failed' || (status === 'unknown' && nextAttemptAt === null) || waitsSince !== null,
    ),
    publishing: false,
    platform: targets[0]?.platform ?? null,
    selectedPlatforms: targets.map(({ platform }) => platform),
    selectedAccountIds: targets.map(({ accountId }) => accountId),
    platformStatuses: Object.fromEntries(targets.map(({ platform, status }) => [platform, status])),
    targets,
    brief: false,
    aiRepliesEnabled: false,
    mediaFiles: [],
    createdAt: '2026-11-20T09:00:00.000Z',
    ...overrides,
  };
};

export const anOwnLink = (overrides: Partial<OwnLinkView> = {}): OwnLinkView => ({
  id: 'l1',
  title: 'Shop',
  url: 'https://ana.example/shop',
  icon: 'shop',
  from: null,
  until: null,
  shown: true,
  seen: { clicks: 0, visitors: 0 },
  ...overrides,
});

export const aPageAccount = (overrides: Partial<PageAccountView> = {}): PageAccountView => ({
  accountId: 7,
  platform: 'bluesky',
  name: 'ana.bsky.social',
  shown: true,
  hasAddress: true,
  seen: { clicks: 0, visitors: 0 },
  ...overrides,
});

export const aLinkPage = (overrides: Partial<LinkPageView> = {}): LinkPageView => ({
  address: null,
  sentence: '',
  listed: true,
  theme: 'system',
  bannerImageUrl: null,
  bannerShown: false,
  postsShown: 3,
  accounts: [],
  links: [],
  posts: [],
  ...overrides,
});

const NO_FIGURES = {
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  quotes: null,
  impressions: null,
  views: null,
  reach: null,
  clicks: null,
} as const;

/** The metrics of a post from one account. */
export const someFigures = (overrides: Partial<PostMetricsView> = {}): PostMetricsView => ({
  ...NO_FIGURES,
  accountId: 7,
  platform: 'bluesky',
  publishedAt: '2026-11-01T10:00:00.000Z',
  sources: {},
  missing: {},
  capturedAt: '2026-11-01T12:03:00.000Z',
  checkedAt: '2026-11-01T12:03:00.000Z',
  nextAt: null,
  paused: null,
  ended: null,
  fell: {},
  apart: false,
  ...overrides,
});

/** An overview without published posts, comments and clicks. */
export const anOverview = (overrides: Partial<OverviewView> = {}): OverviewView => ({
  asOf: '2026-11-20T12:03:07.000Z',
  newestSampleAt: null,
  lagMs: 400,
  zone: 'Europe/London',
  publications: 0,
  measured: 0,
  totals: {},
  engagement: null,
  before: null,
  topPosts: [],
  trend: [],
  platforms: [],
  bestHours: { posts: 7, needed: 20, cells: [] },
  replyTime: { comments: 0, unanswered: 0, byHand: null, byAi: null },
  clicks: { clicks: 0, visitors: 0, minutesBefore: 0, days: [] },
  paused: [],
  ...overrides,
});
