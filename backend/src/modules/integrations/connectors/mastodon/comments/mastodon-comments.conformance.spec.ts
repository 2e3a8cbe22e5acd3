import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({
  platform: 'mastodon',
  proof: (account) => ({ kind: 'token', server: 'https://mastodon.sandbox.test', token: account }),
  kind: 'text',
  datesEdits: true,
  tellsBots: true,
  // Whoever is answered is named first.
  shown: (text, author) => `@${author} ${text}`,
});
