import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const refusal = (code: string, message = 'No.') => ({ data: {}, error: { code, message, log_id: '1' } });

const TIKTOK = {
  platform: 'tiktok',
  neededScopes: ['user.info.basic', 'video.publish'],
  accounts: 1,
  takes: ['video', 'image', 'png', 'images', 'mov'],
  refuses: ['text', 'gif'],
  options: { privacy: 'PUBLIC_TO_EVERYONE' },
  renews: true,
} as const;

// A video's last chunk is the call that publishes it.
describeConnector({
  ...TIKTOK,
  usualKind: 'video',
  covers: true,
  refusals: [
    {
      name: 'the upload URL has expired',
      status: 403,
      body: refusal('upload_url_expired'),
      expected: { kind: 'refused', reason: 'upload-lost', retryable: true },
    },
    {
      name: 'another chunk is missing',
      status: 416,
      body: {},
      headers: { 'Content-Range': 'bytes 0-0/700000' },
      expected: { kind: 'refused', reason: 'upload-incomplete', retryable: true },
    },
    {
      name: 'all bytes have already arrived',
      status: 416,
      body: {},
      headers: { 'Content-Range': 'bytes 0-699999/700000' },
      expected: { kind: 'accepted' },
    },
  ],
});

describeConnector({
  ...TIKTOK,
  usualKind: 'image',
  refusals: [
    {
      name: 'the prefix of the URL is not verified',
      status: 403,
      body: refusal('url_ownership_unverified', 'Please review.'),
      expected: {
        kind: 'refused',
        reason: 'rejected',
        words: 'Please review. (url_ownership_unverified)',
        retryable: false,
      },
    },
    {
      name: 'the app is not audited',
      status: 403,
      body: refusal('unaudited_client_can_only_post_to_private_accounts'),
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
    {
      name: 'a permission is missing',
      status: 401,
      body: refusal('scope_not_authorized'),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
    {
      name: 'the number of posts per day is used up',
      status: 403,
      body: refusal('spam_risk_too_many_posts'),
      expected: { kind: 'postponed', reason: 'daily-limit' },
    },
    {
      name: 'the account is banned',
      status: 403,
      body: refusal('spam_risk_user_banned_from_posting'),
      expected: { kind: 'refused', reason: 'rejected', retryable: false },
    },
  ],
});

describeComments({
  platform: 'tiktok',
  kind: 'video',
  options: { privacy: 'PUBLIC_TO_EVERYONE' },
  edits: false,
  secondGrant: 'tiktok-business',
});

const PUBLIC = { kind: 'video', options: { privacy: 'PUBLIC_TO_EVERYONE' } } as const;

describeMetrics({
  platform: 'tiktok',
  ...PUBLIC,
  figures: [
    { metric: 'likes', source: 'like_count', counters: ['likes'] },
    { metric: 'comments', source: 'comment_count', counters: ['comments'] },
    { metric: 'shares', source: 'share_count', counters: ['shares'] },
    { metric: 'views', source: 'view_count', counters: ['views'] },
  ],
  never: ['reach'],
  permissions: { 'video.list': ['likes', 'comments', 'shares', 'views'] },
});
describeMetrics({
  platform: 'tiktok',
  secondGrant: 'tiktok-business',
  ...PUBLIC,
  figures: [
    { metric: 'likes', source: 'likes', counters: ['likes'] },
    { metric: 'comments', source: 'comments', counters: ['comments'] },
    { metric: 'shares', source: 'shares', counters: ['shares'] },
    { metric: 'views', source: 'video_views', counters: ['views'] },
    { metric: 'reach', source: 'reach', counters: ['reach'] },
  ],
});
