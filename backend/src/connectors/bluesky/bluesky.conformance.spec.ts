import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const proof = (account: string) =>
  ({
    kind: 'app-password',
    identifier: `${account}.sandbox.test`,
    password: 'abcd-efgh-ijkl-mnop',
  }) as const;

describeConnector({
  platform: 'bluesky',
  proof,
  takes: ['text', 'link', 'image', 'png', 'images', 'video'],
  refuses: ['mov', 'gif'],
  usualKind: 'link',
  options: { language: 'de' },
  renews: false,
  refusals: [
    {
      name: 'the record is refused, perhaps because of the card',
      status: 400,
      body: { error: 'InvalidRequest', message: 'Record is not valid' },
      expected: { kind: 'refused', retryable: true },
    },
  ],
});

describeComments({
  platform: 'bluesky',
  proof,
  kind: 'text',
  reportsBots: true,
});

describeMetrics({
  platform: 'bluesky',
  proof,
  kind: 'text',
  arriveWithComments: true,
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'replyCount', counters: ['comments'] },
    { metric: 'shares', source: 'repostCount + quoteCount', counters: ['shares', 'quotes'] },
    { metric: 'quotes', source: 'quoteCount', counters: ['quotes'] },
  ],
});
