import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

for (const kind of ['text', 'images', 'video'] as const)
  describeMetrics({
    platform: 'facebook',
    kind,
    figures: [
      { metric: 'likes', source: 'reactions', counters: ['likes'] },
      { metric: 'comments', source: 'comments', counters: ['comments'] },
      { metric: 'shares', source: 'shares', counters: ['shares'], isZeroWhenLeftOut: true },
      { metric: 'impressions', source: 'post_media_view', counters: ['impressions'] },
      { metric: 'reach', source: 'post_total_media_view_unique', counters: ['reach'] },
      { metric: 'clicks', source: 'post_clicks', counters: ['clicks'] },
    ],
    permissions: {
      read_insights: ['impressions', 'reach', 'clicks'],
      pages_read_user_content: ['likes', 'comments'],
    },
  });
