import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const PUBLIC = { kind: 'video', options: { privacy: 'PUBLIC_TO_EVERYONE' } } as const;

describeMetrics({
  platform: 'tiktok',
  ...PUBLIC,
  figures: [
    { metric: 'likes', source: 'like_count', counters: ['likes'] },
    { metric: 'comments', source: 'comment_count', counters: ['comments'] },
    { metric: 'shares', source: 'share_count', counters: ['shares'] },
    { metric: 'views', source: 'view_count', counters: ['views'] },
  ],
  never: ['reach'],
  permissions: { 'video.list': ['likes', 'comments', 'shares', 'views'] },
});
describeMetrics({
  platform: 'tiktok',
  secondGrant: 'tiktok-business',
  ...PUBLIC,
  figures: [
    { metric: 'likes', source: 'likes', counters: ['likes'] },
    { metric: 'comments', source: 'comments', counters: ['comments'] },
    { metric: 'shares', source: 'shares', counters: ['shares'] },
    { metric: 'views', source: 'video_views', counters: ['views'] },
    { metric: 'reach', source: 'reach', counters: ['reach'] },
  ],
});
