import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'threads',
  kind: 'text',
  figures: [
    { metric: 'impressions', source: 'views', counters: ['impressions'] },
    { metric: 'likes', source: 'likes', counters: ['likes'] },
    { metric: 'comments', source: 'replies', counters: ['comments'] },
    { metric: 'shares', source: 'reposts + quotes + shares', counters: ['shares', 'quotes'] },
    { metric: 'quotes', source: 'quotes', counters: ['quotes'] },
  ],
  permissions: { threads_manage_insights: ['impressions', 'likes', 'comments', 'shares', 'quotes'] },
});
