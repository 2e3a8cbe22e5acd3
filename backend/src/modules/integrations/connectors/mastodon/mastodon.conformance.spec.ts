import { describeConnector } from '../testing/conformance/conformance.ts';

describeConnector({
  platform: 'mastodon',
  proof: (account) => ({ kind: 'token', server: 'https://mastodon.sandbox.test', token: account }),
  takes: ['text', 'image', 'png', 'images', 'video', 'mov', 'gif'],
  refuses: [],
  options: { visibility: 'unlisted', contentWarning: 'Spoilers', language: 'de' },
  renews: false,
  refusals: [
    {
      name: 'a text that is too long after all',
      status: 422,
      body: { error: 'Validation failed: Text character limit of 500 exceeded' },
      expected: { kind: 'refused', reason: 'too-long', retryable: false },
    },
    {
      name: 'a token that was taken back',
      status: 401,
      body: { error: 'The access token was revoked' },
      expected: { kind: 'refused', reason: 'reconnect' },
    },
  ],
});
