import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'twitter',
  kind: 'text',
  figures: [
    { metric: 'likes', source: 'like_count', counters: ['likes'] },
    { metric: 'comments', source: 'reply_count', counters: ['comments'] },
    { metric: 'shares', source: 'retweet_count + quote_count', counters: ['shares', 'quotes'] },
    { metric: 'quotes', source: 'quote_count', counters: ['quotes'] },
    { metric: 'impressions', source: 'impression_count', counters: ['impressions'] },
  ],
});
