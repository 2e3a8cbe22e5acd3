import { describeMetrics, type MetricsSubject } from '../testing/conformance/metrics-conformance.ts';

const VIDEO: MetricsSubject = {
  platform: 'youtube',
  kind: 'video',
  title: 'A film',
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'commentCount', counters: ['comments'] },
    { metric: 'views', source: 'viewCount@2026-08-27', counters: ['views'] },
    { metric: 'shares', source: 'shares', counters: ['shares'] },
  ],
  permissions: {
    'https://www.googleapis.com/auth/youtube.readonly': ['shares'],
    'https://www.googleapis.com/auth/yt-analytics.readonly': ['shares'],
  },
  // Reports tell nothing of the first day.
  ageHours: 24,
};

for (const privacy of ['public', 'private'])
  describeMetrics({ ...VIDEO, options: { madeForKids: false, privacy } });
