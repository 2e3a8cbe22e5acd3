import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const problem = (status: number, title: string, detail: string, type = 'about:blank') => ({
  title,
  detail,
  type,
  status,
});
const PROBLEMS = 'https://api.twitter.com/2/problems/';

describeConnector({
  platform: 'twitter',
  neededScopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  accounts: 1,
  takes: ['text', 'image', 'png', 'images', 'video', 'mov', 'gif'],
  refuses: [],
  // The connector saves after each image, so a killed process can continue after each of them.
  usualKind: 'images',
  renews: true,
  refusals: [
    {
      name: 'the app has no credits left',
      status: 402,
      body: problem(402, 'CreditsDepleted', 'Your account has no credits.', `${PROBLEMS}credits`),
      expected: { kind: 'refused', reason: 'credits', retryable: false },
    },
    {
      name: 'the text is already posted',
      status: 403,
      body: problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
      expected: { kind: 'refused', reason: 'duplicate' },
    },
    {
      name: 'the account may not do this',
      status: 403,
      body: problem(403, 'Forbidden', 'You are not permitted to perform this action.'),
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
    {
      name: 'the monthly limit is reached',
      status: 429,
      body: problem(429, 'UsageCapExceeded', 'Usage cap exceeded: Monthly', `${PROBLEMS}usage-capped`),
      expected: { kind: 'refused', reason: 'quota', retryable: false },
    },
    {
      name: 'the daily limit of the app is reached',
      status: 429,
      body: problem(429, 'Too Many Requests', 'Too Many Requests'),
      headers: { 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': '4000000000' },
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'app' },
    },
    {
      name: 'a file has expired',
      status: 400,
      body: {
        ...problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.'),
        errors: [{ parameters: { 'media.media_ids': ['1'] }, message: 'Your media IDs are invalid.' }],
      },
      expected: { kind: 'refused', reason: 'media-lost', retryable: true },
    },
  ],
});

describeComments({
  platform: 'twitter',
  kind: 'text',
  // Apps may reply only to authors who mentioned the account.
  answerable: (text, name) => `${text} @${name}`,
  reportsEditTimes: true,
});

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
