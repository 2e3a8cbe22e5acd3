import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'pinterest',
  kind: 'image',
  title: 'A pin',
  figures: [
    { metric: 'likes', source: 'reaction', counters: ['likes'] },
    { metric: 'comments', source: 'comment', counters: ['comments'] },
    { metric: 'shares', source: 'save', counters: ['shares'] },
    { metric: 'impressions', source: 'impression', counters: ['impressions'] },
    { metric: 'clicks', source: 'clickthrough', counters: ['clicks'] },
  ],
  // Nobody comments on a pin through the interface.
  countsComments: false,
});
