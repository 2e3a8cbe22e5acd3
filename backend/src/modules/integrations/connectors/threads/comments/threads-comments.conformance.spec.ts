import { describeComments } from '../../testing/conformance/comments-conformance.ts';

describeComments({ platform: 'threads', kind: 'text' });
