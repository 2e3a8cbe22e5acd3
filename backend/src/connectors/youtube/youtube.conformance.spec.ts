import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics, type MetricsSubject } from '../testing/conformance/metrics-conformance.ts';

const refusal = (reason: string, message = reason) => ({
  error: { code: 0, message, errors: [{ message, domain: 'youtube.video', reason }] },
});

describeConnector({
  platform: 'youtube',
  // Google shows no checkbox if only one permission is requested.
  accounts: 1,
  takes: ['video', 'mov'],
  refuses: ['text', 'image', 'png', 'images', 'gif'],
  options: {
    madeForKids: false,
    privacy: 'unlisted',
    category: '26',
    tags: 'bread, sour dough',
    notifySubscribers: false,
  },
  title: 'A film',
  renews: true,
  refusals: [
    {
      name: 'the daily quota is used up',
      status: 403,
      body: refusal('quotaExceeded'),
      expected: { kind: 'postponed', reason: 'rate-limit', scope: 'app' },
    },
    {
      name: 'the daily uploads of the channel are used up',
      status: 400,
      body: refusal('uploadLimitExceeded'),
      expected: { kind: 'postponed', reason: 'rate-limit' },
    },
    {
      name: 'YouTube refuses the metadata',
      status: 400,
      body: refusal('invalidVideoMetadata', 'The request metadata is invalid.'),
      expected: {
        kind: 'refused',
        reason: 'rejected',
        words: 'The request metadata is invalid.',
        retryable: false,
      },
    },
    {
      name: 'the channel no longer exists',
      status: 401,
      body: refusal('youtubeSignupRequired'),
      expected: { kind: 'refused', reason: 'reconnect' },
    },
    {
      name: 'the upload session has expired',
      status: 410,
      body: refusal('uploadSessionExpired'),
      expected: { kind: 'refused', reason: 'upload-lost', retryable: true },
    },
  ],
});

const error = { code: 400, message: 'failed', errors: [{ message: 'failed', reason: 'processingFailure' }] };

describeComments({
  platform: 'youtube',
  kind: 'video',
  title: 'A film',
  options: { madeForKids: false },
  reportsEditTimes: true,
  refusedAfterAll: { status: 400, body: { error } },
});

const VIDEO: MetricsSubject = {
  platform: 'youtube',
  kind: 'video',
  title: 'A film',
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'commentCount', counters: ['comments'] },
    { metric: 'views', source: 'viewCount@2026-08-27', counters: ['views'] },
    { metric: 'shares', source: 'shares', counters: ['shares'] },
  ],
  permissions: {
    'https://www.googleapis.com/auth/youtube.readonly': ['shares'],
    'https://www.googleapis.com/auth/yt-analytics.readonly': ['shares'],
  },
  // Reports have no values for the first day.
  ageHours: 24,
};

for (const privacy of ['public', 'private'])
  describeMetrics({ ...VIDEO, options: { madeForKids: false, privacy } });
