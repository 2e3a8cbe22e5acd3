import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'mastodon',
  proof: (account) => ({ kind: 'token', server: 'https://mastodon.sandbox.test', token: account }),
  kind: 'text',
  comeWithComments: true,
  figures: [
    { metric: 'likes', source: 'favourites_count', counters: ['likes'] },
    { metric: 'comments', source: 'replies_count', counters: ['comments'] },
    {
      metric: 'shares',
      source: 'reblogs_count + quotes_count',
      counters: ['shares', 'quotes'],
      // An instance before 4.5 counts no quotes.
      otherwise: { source: 'reblogs_count', counters: ['shares'] },
    },
    { metric: 'quotes', source: 'quotes_count', counters: ['quotes'] },
  ],
});
