import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

describeConnector({
  platform: 'pinterest',
  neededScopes: ['boards:read', 'pins:write'],
  accounts: 1,
  takes: ['image', 'png', 'images', 'video', 'mov', 'gif'],
  refuses: ['text'],
  covers: true,
  title: 'A pin',
  renews: true,
  refusals: [
    {
      name: 'the board no longer exists',
      status: 404,
      body: { code: 40, message: 'Board not found.' },
      expected: { kind: 'refused', reason: 'not-found', words: 'Board not found.', retryable: false },
    },
    {
      name: 'the user may not pin on the board',
      status: 403,
      body: { code: 29, message: 'You are not permitted to access that resource.' },
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
    {
      name: 'the picture could not be fetched',
      status: 400,
      body: { code: 235, message: 'Sorry, we could not fetch the image.' },
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
  ],
});

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
  // Pinterest's API has no comments.
  countsComments: false,
});
