import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({ platform: 'facebook', kind: 'text', deep: false });
