import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({
  platform: 'twitter',
  kind: 'text',
  // Answers through the interface go to those who named the account.
  answerable: (text, name) => `${text} @${name}`,
  datesEdits: true,
});
