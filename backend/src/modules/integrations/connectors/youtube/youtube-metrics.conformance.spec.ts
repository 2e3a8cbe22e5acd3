import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'youtube',
  kind: 'video',
  title: 'A film',
  options: { madeForKids: false },
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'commentCount', counters: ['comments'] },
    { metric: 'views', source: 'viewCount@2026-08-27', counters: ['views'] },
  ],
});
