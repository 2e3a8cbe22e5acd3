import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const proof = (account: string) =>
  ({ kind: 'token', server: 'https://mastodon.sandbox.test', token: account }) as const;

describeConnector({
  platform: 'mastodon',
  proof,
  takes: ['text', 'image', 'png', 'images', 'video', 'mov', 'gif'],
  refuses: [],
  options: { visibility: 'unlisted', contentWarning: 'Spoilers', language: 'de' },
  renews: false,
  refusals: [
    {
      name: 'the text is too long for this server',
      status: 422,
      body: { error: 'Validation failed: Text character limit of 500 exceeded' },
      expected: { kind: 'refused', reason: 'too-long', retryable: false },
    },
    {
      name: 'the token was revoked',
      status: 401,
      body: { error: 'The access token was revoked' },
      expected: { kind: 'refused', reason: 'reconnect' },
    },
  ],
});

describeComments({
  platform: 'mastodon',
  proof,
  kind: 'text',
  reportsEditTimes: true,
  reportsBots: true,
  // A reply begins with a mention of the author of the comment.
  shown: (text, author) => `@${author} ${text}`,
});

describeMetrics({
  platform: 'mastodon',
  proof,
  kind: 'text',
  arriveWithComments: true,
  figures: [
    { metric: 'likes', source: 'favourites_count', counters: ['likes'] },
    { metric: 'comments', source: 'replies_count', counters: ['comments'] },
    {
      metric: 'shares',
      source: 'reblogs_count + quotes_count',
      counters: ['shares', 'quotes'],
      // An instance before 4.5 does not count quotes.
      otherwise: { source: 'reblogs_count', counters: ['shares'] },
    },
    { metric: 'quotes', source: 'quotes_count', counters: ['quotes'] },
  ],
});
