import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeMetrics({
  platform: 'bluesky',
  proof: (account) => ({
    kind: 'app-password',
    identifier: `${account}.sandbox.test`,
    password: 'abcd-efgh-ijkl-mnop',
  }),
  kind: 'text',
  comeWithComments: true,
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'replyCount', counters: ['comments'] },
    { metric: 'shares', source: 'repostCount + quoteCount', counters: ['shares', 'quotes'] },
    { metric: 'quotes', source: 'quoteCount', counters: ['quotes'] },
  ],
});
