import { describeConnector } from '../testing/conformance/conformance.ts';

describeConnector({
  platform: 'bluesky',
  proof: (account) => ({
    kind: 'app-password',
    identifier: `${account}.sandbox.test`,
    password: 'abcd-efgh-ijkl-mnop',
  }),
  takes: ['text', 'link', 'image', 'png', 'images', 'video'],
  refuses: ['mov', 'gif'],
  usual: 'link',
  options: { language: 'de' },
  renews: false,
  refusals: [
    {
      name: 'a record that is refused, perhaps for its card',
      status: 400,
      body: { error: 'InvalidRequest', message: 'Record is not valid' },
      expected: { kind: 'refused', retryable: true },
    },
  ],
});
