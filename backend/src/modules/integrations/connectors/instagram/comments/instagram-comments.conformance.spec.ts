import { describeComments } from '../../testing/conformance/comments-conformance.ts';

/** By the Page that an account is linked to, and by Instagram itself. */
for (const app of ['facebook', 'instagram-login'] as const)
  describeComments({ platform: 'instagram', app, kind: 'image', deep: false });
