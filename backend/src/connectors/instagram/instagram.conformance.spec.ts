import { describeConnector, type ConnectorSubject } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import type { Metric } from '@posthorn/contracts/shared/metrics';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const error = (code: number, subcode: number, message: string) => ({
  error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A1b2' },
});

const SUBJECT = {
  platform: 'instagram',
  takes: ['image', 'png', 'images', 'video', 'mov'],
  usualKind: 'images',
  covers: true,
  refuses: ['text', 'gif'],
  refusals: [
    {
      name: 'the quota of the day is used up',
      status: 400,
      body: error(9, 2207042, 'Application request limit reached'),
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'account', onlyThisKind: true },
    },
    {
      name: 'the container is not ready',
      status: 400,
      body: error(9007, 2207027, 'Media ID is not available'),
      expected: { kind: 'postponed', reason: 'processing' },
    },
    {
      name: 'the container has expired',
      status: 400,
      body: error(24, 2207008, 'The media has expired'),
      expected: { kind: 'refused', reason: 'media-lost', retryable: true },
    },
    {
      name: 'spam protection reports a post that may exist',
      status: 400,
      body: error(4, 2207051, 'We restrict certain activity'),
      expected: { kind: 'unknown', cause: 'server-error' },
    },
    {
      name: 'the account is restricted',
      status: 400,
      body: error(25, 2207050, 'The Instagram account is restricted'),
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
    {
      name: 'Instagram reports a server error',
      status: 400,
      body: error(-1, 2207001, 'Instagram server error. Try again later'),
      expected: { kind: 'unknown', cause: 'server-error' },
    },
  ],
} as const satisfies Partial<ConnectorSubject>;

describeConnector({
  ...SUBJECT,
  neededScopes: ['pages_show_list', 'pages_read_engagement'],
  accounts: 1,
  renews: false,
  refusals: [
    ...SUBJECT.refusals,
    {
      name: 'the password was changed',
      status: 400,
      body: error(190, 460, 'Error validating access token'),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
  ],
});
describeConnector({
  ...SUBJECT,
  app: 'instagram-login',
  neededScopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  accounts: 1,
  // Only a valid token can be renewed. After an expired or refused token, only a new login helps.
  renews: false,
});

/** For both routes: through a Page, and through Instagram Login. */
for (const app of ['facebook', 'instagram-login'] as const)
  describeComments({ platform: 'instagram', app, kind: 'image', deep: false });

const ALL: readonly Metric[] = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves'];
const SCOPES = {
  facebook: 'instagram_manage_insights',
  'instagram-login': 'instagram_business_manage_insights',
} as const;

/** For both routes: through a Page, and through Instagram Login. */
for (const app of ['facebook', 'instagram-login'] as const)
  for (const kind of ['image', 'images', 'video'] as const)
    describeMetrics({
      platform: 'instagram',
      app,
      kind,
      figures: [
        { metric: 'impressions', source: 'views', counters: ['impressions'] },
        { metric: 'reach', source: 'reach', counters: ['reach'] },
        { metric: 'likes', source: 'likes', counters: ['likes'] },
        { metric: 'comments', source: 'comments', counters: ['comments'] },
        { metric: 'shares', source: 'shares', counters: ['shares'] },
        { metric: 'saves', source: 'saved', counters: ['saves'] },
      ],
      permissions: { [SCOPES[app]]: ALL },
    });
