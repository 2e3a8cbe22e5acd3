import { describeConnector } from '../testing/conformance/conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const error = (message: string) => ({
  request_status: 'ERROR',
  request_id: '1',
  debug_message: message,
  display_message: message,
  error_code: 'E1001',
});

describeConnector({
  platform: 'snapchat',
  accounts: 1,
  takes: ['video'],
  refuses: ['text', 'image', 'png', 'images', 'mov', 'gif'],
  // The cases distinguish posts by their text, and only a Spotlight has a text.
  options: { kind: 'spotlight' },
  renews: true,
  refusals: [
    {
      name: 'the app is not on the allow list',
      status: 403,
      body: error('The OAuth app is not allowlisted'),
      expected: { kind: 'refused', reason: 'not-allowed', retryable: false },
    },
    {
      name: 'a response with status 200 contains a refusal',
      status: 200,
      body: error('The description is not allowed'),
      expected: {
        kind: 'refused',
        reason: 'rejected',
        words: 'The description is not allowed',
        retryable: false,
      },
    },
    {
      name: 'the file no longer exists',
      status: 400,
      body: error('Media 1 was not found or has expired'),
      expected: { kind: 'refused', reason: 'media-lost', retryable: true },
    },
  ],
});

const figures = [
  { metric: 'impressions', source: 'views', counters: ['views'] },
  { metric: 'shares', source: 'shares', counters: ['shares'] },
] as const;

describeMetrics({ platform: 'snapchat', kind: 'video', options: { kind: 'spotlight' }, figures });
describeMetrics({
  platform: 'snapchat',
  kind: 'video',
  options: { kind: 'saved_story', savedStoryTitle: 'A story' },
  figures,
});
