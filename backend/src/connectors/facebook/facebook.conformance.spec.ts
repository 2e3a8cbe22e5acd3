import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const error = (code: number, message: string, extra: object = {}) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: 'A1b2', ...extra },
});
const accessRegainedIn = (count: number) => ({
  'x-business-use-case-usage': JSON.stringify({
    '1': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: count }],
  }),
});

describeConnector({
  platform: 'facebook',
  neededScopes: ['pages_show_list', 'pages_read_engagement'],
  accounts: 2,
  takes: ['text', 'image', 'png', 'images', 'video', 'mov'],
  refuses: ['gif'],
  renews: false,
  refusals: [
    {
      name: 'the whole app is throttled',
      status: 400,
      body: error(4, '(#4) Application request limit reached', { is_transient: true }),
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'app' },
    },
    {
      name: 'the Page is throttled',
      status: 400,
      body: error(80001, 'There have been too many calls to this Page account.'),
      headers: accessRegainedIn(7),
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'account' },
    },
    {
      name: 'the Page is blocked because of suspected spam',
      status: 400,
      body: error(368, 'The action attempted has been deemed abusive.', { error_subcode: 1390008 }),
      expected: { kind: 'postponed', reason: 'rate-limit' },
    },
    {
      name: 'the previous post has the same text',
      status: 400,
      body: error(506, '(#506) Duplicate status message'),
      expected: { kind: 'refused', reason: 'duplicate' },
    },
    {
      name: 'the password was changed',
      status: 400,
      body: error(190, 'Error validating access token', { error_subcode: 460 }),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
    {
      name: 'a permission was revoked',
      status: 403,
      body: error(200, '(#200) Requires pages_manage_posts permission'),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
    {
      name: 'Facebook cannot read the link',
      status: 400,
      body: error(1609005, 'Link error', { error_user_msg: 'The link could not be read.' }),
      expected: {
        kind: 'refused',
        reason: 'rejected',
        words: 'The link could not be read.',
        retryable: false,
      },
    },
    {
      name: 'Facebook reports a temporary error',
      status: 400,
      body: error(2, 'Service temporarily unavailable', { is_transient: true }),
      expected: { kind: 'unknown', cause: 'server-error' },
    },
  ],
});

/** The same cases for posts that need more than one call. */
for (const usualKind of ['images', 'video'] as const)
  describeConnector({
    platform: 'facebook',
    accounts: 2,
    takes: [usualKind],
    refuses: [],
    usualKind,
    renews: false,
    refusals: [],
  });

describeComments({ platform: 'facebook', kind: 'text', deep: false });

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
