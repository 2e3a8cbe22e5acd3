import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({
  platform: 'linkedin',
  is: ({ remoteId }) => remoteId.startsWith('urn:li:organization:'),
  kind: 'text',
  datesEdits: true,
});
