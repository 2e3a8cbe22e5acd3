import { describeComments } from '../../testing/conformance/comments-conformance.ts';

const error = { code: 400, message: 'failed', errors: [{ message: 'failed', reason: 'processingFailure' }] };

describeComments({
  platform: 'youtube',
  kind: 'video',
  title: 'A film',
  options: { madeForKids: false },
  datesEdits: true,
  refusedAfterAll: { status: 400, body: { error } },
});
