import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** The fixed time in the pictures. */
export const PICTURED_AT = Date.parse('2030-05-06T07:42:00Z');
export const PICTURED_ZONE = 'UTC';
const ACCOUNT = 'ana.bakes';
/** The name of the bakery on each platform. */
const NAMES: Readonly<Partial<Record<Platform, string>>> = {
  facebook: 'Ana’s Bakery',
  linkedin: 'Ana’s Bakery',
  youtube: 'Ana bakes',
  bluesky: 'ana.bsky.social',
  mastodon: 'ana@bread.social',
  threads: 'anabakes',
  tiktok: 'ana.bakes.bread',
};
const minutesFrom = (minutes: number): string => new Date(PICTURED_AT + minutes * 60_000).toISOString();

const target = (platform: Platform, index: number, status: TargetView['status']): TargetView => ({
  accountId: index + 1,
  platform,
  accountName: NAMES[platform] ?? ACCOUNT,
  content: null,
  options: {},
  mediaUrls: null,
  status,
  remoteId: null,
  publishedAt: null,
  attempts: status === 'posted' ? 1 : 0,
  nextAttemptAt: null,
  permalink: status === 'posted' ? '#' : null,
  problem: null,
  waitsSince: null,
  warning: null,
  remoteDeletion: null,
  remoteDeletionProblem: null,
  coverProblem: null,
  duplicates: [],
  lookUntil: null,
});

function post(
  id: number,
  content: string,
  inMinutes: number,
  status: 'scheduled' | 'posted',
  on: readonly Platform[],
): PostView {
  const targets = on.map((platform, index) => target(platform, index, status));
  return {
    id,
    revision: 1,
    userId: 'ana',
    ...NO_OPTIONAL_WORDS,
    content,
    mediaUrl: null,
    timezone: PICTURED_ZONE,
    scheduledFor: minutesFrom(inMinutes),
    status,
    attention: false,
    publishing: false,
    targets,
    platform: on[0] ?? null,
    selectedPlatforms: on,
    platformStatuses: {},
    aiRepliesEnabled: true,
    selectedAccountIds: targets.map(({ accountId }) => accountId),
    brief: false,
    mediaFiles: [],
    createdAt: minutesFrom(-600),
  };
}

const EVERYWHERE: readonly Platform[] = [
  'instagram',
  'tiktok',
  'facebook',
  'youtube',
  'threads',
  'linkedin',
  'bluesky',
  'mastodon',
  'pinterest',
  'twitter',
  'snapchat',
];

export const POSTS: readonly PostView[] = [
  post(1, 'Fresh sourdough from seven. First ten get a cinnamon roll 🥐', 108, 'scheduled', EVERYWHERE),
  post(2, 'Why our rye rests for 36 hours', 498, 'scheduled', ['youtube', 'instagram', 'tiktok']),
  post(3, 'Rhubarb cake is back, and it brought vanilla', -722, 'posted', [
    'instagram',
    'facebook',
    'bluesky',
  ]),
];

export const COUNTS = { all: 27, scheduled: 8, posted: 19, failed: 0, attention: 0 } as const;

/** The history of one account of the third post, with the texts of the server. */
const STEPS = [
  ['PublishPrepared', '19:39:58.402', 'The post was prepared for Ana’s Bakery.'],
  ['PublishAttemptStarted', '19:40:00.061', 'Attempt 1 on Ana’s Bakery began.'],
  [
    'PlatformPublishUnknown',
    '19:40:02.514',
    'It is not known yet whether attempt 1 reached Ana’s Bakery: the connection broke.',
  ],
  ['PlatformPublished', '19:40:12.930', 'Published on Ana’s Bakery, found there afterwards.'],
] as const;

export const HISTORY: readonly HistoryEntry[] = STEPS.map(([type, at, summary], step) => ({
  id: String(step),
  stream: '',
  revision: step,
  type,
  at: `2030-05-05T${at}Z`,
  summary,
  said: [],
  actor: { kind: 'system', id: '', name: 'System' },
  correlationId: '',
  causationId: '',
  accountId: 2,
  platform: 'facebook',
  accountName: 'Ana’s Bakery',
  attempt: 1,
  data: {},
  requestFingerprint: null,
  remoteId: null,
  permalink: type === 'PlatformPublished' ? '#' : null,
}));

const COMMENT: CommentView = {
  id: 1,
  postId: 3,
  platform: 'instagram',
  accountId: 1,
  accountName: ACCOUNT,
  commenterUsername: 'leo.eats',
  commenterName: 'Leo',
  status: 'new',
  replyText: null,
  commentText: 'Is the rhubarb cake there on Sunday too?',
  sentiment: 'neutral',
  createdAt: minutesFrom(-4),
  permalink: null,
  group: { key: 'p3', title: '' },
  isReply: false,
  edited: false,
  gone: false,
  hidden: false,
  moderation: null,
  blocked: false,
  reply: null,
  autoReplyAt: null,
  can: { reply: 'send', hide: 'platform', remove: true },
  whyNot: null,
  whyNotCode: null,
  openUrl: null,
};

export const QUESTION: CommentView = {
  ...COMMENT,
  id: 3,
  platform: 'threads',
  commenterUsername: 'noor.k',
  commenterName: 'Noor',
  commentText: 'Do you keep one for me until noon?',
};

export const COMMENTS: readonly CommentView[] = [
  COMMENT,
  {
    ...COMMENT,
    id: 2,
    platform: 'bluesky',
    commenterUsername: 'mira.bsky.social',
    commenterName: 'Mira',
    commentText: 'Drove 40 minutes for that rye. Worth it.',
    sentiment: 'positive',
    createdAt: minutesFrom(-51),
    status: 'manual_reply',
    replyText: 'Forty minutes! Next time the coffee is on us.',
    reply: {
      id: '1',
      state: 'sent',
      kind: 'manual',
      text: 'Forty minutes! Next time the coffee is on us.',
      sentAt: minutesFrom(-12),
      permalink: null,
      problem: null,
      until: null,
      stale: false,
      reasons: [],
      reasonCodes: [],
    },
  },
];
