import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({
  platform: 'bluesky',
  proof: (account) => ({
    kind: 'app-password',
    identifier: `${account}.sandbox.test`,
    password: 'abcd-efgh-ijkl-mnop',
  }),
  kind: 'text',
  tellsBots: true,
});
