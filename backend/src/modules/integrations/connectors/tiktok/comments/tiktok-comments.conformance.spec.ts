import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({
  platform: 'tiktok',
  kind: 'video',
  options: { privacy: 'PUBLIC_TO_EVERYONE' },
  edits: false,
  secondGrant: 'tiktok-business',
});
