import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const refusal = (code: number, message: string, extra: object = {}) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: 'A', ...extra },
});

describeConnector({
  platform: 'threads',
  neededScopes: ['threads_basic', 'threads_content_publish'],
  accounts: 1,
  takes: ['text', 'image', 'png', 'images', 'video', 'mov'],
  refuses: ['gif'],
  // Only a valid token can be renewed. After an expired or refused token, only a new login helps.
  renews: false,
  refusals: [
    {
      name: 'the app is throttled',
      status: 400,
      body: refusal(4, 'Application request limit reached'),
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'app' },
    },
    {
      name: 'the container cannot be found',
      status: 400,
      body: refusal(24, 'The requested resource does not exist', { error_subcode: 4279009 }),
      expected: { kind: 'refused', reason: 'container-missing', retryable: true },
    },
    {
      name: 'a permission is missing',
      status: 403,
      body: refusal(10, 'Application does not have permission for this action'),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
    {
      name: 'the profile may not post',
      status: 400,
      body: refusal(100, 'Invalid parameter', {
        error_subcode: 4279013,
        error_user_msg: 'Your account is restricted.',
      }),
      expected: {
        kind: 'refused',
        reason: 'rejected',
        words: 'Your account is restricted.',
        retryable: false,
      },
    },
    {
      name: 'the profile is blocked for a while',
      status: 400,
      body: refusal(368, 'The action attempted has been deemed abusive'),
      expected: { kind: 'postponed', reason: 'blocked' },
    },
    {
      name: 'Threads reports a temporary error',
      status: 400,
      body: refusal(2, 'Service temporarily unavailable', { is_transient: true }),
      expected: { kind: 'unknown', cause: 'server-error' },
    },
  ],
});

describeComments({ platform: 'threads', kind: 'text' });

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
