import type { CommentDetail } from '@posthorn/contracts/inbox/comments.http';
import { expect, it } from '@jest/globals';
import type { SandboxReply } from '../../sandbox-control.ts';
import { replyTextOf, questionOf, tallyReplies } from './reply-tally.ts';

const askedComment = { number: 1, platform: 'mastodon', isAsked: true };
const reply = { state: 'sent', problem: null, until: null };
const comment = (extra: object = {}, events = ['CommentReceived', 'ReplyRequested', 'ReplySent']) =>
  ({
    commentText: questionOf(1),
    reply,
    history: events.map((type) => ({ type, at: '2030-01-01T12:00:00.000Z' })),
    ...extra,
  }) as unknown as CommentDetail;
const inState = (state: string, problem: object | null = null) =>
  comment({ reply: { ...reply, state, problem } }, ['CommentReceived', 'ReplyRequested']);
const received: SandboxReply = {
  platform: 'mastodon',
  author: 'ana',
  remoteId: '7',
  parentId: '5',
  text: `@ben ${replyTextOf(1)}`,
};
const problems = { length: 1 };

it('reports nothing for a comment with one reply, and for a comment without a reply', () => {
  expect(tallyReplies([askedComment], [comment()], [received])).toMatchObject({
    sent: 1,
    asked: 1,
    problems: [],
  });
  const alone = comment({ reply: null }, ['CommentReceived']);
  expect(tallyReplies([{ ...askedComment, isAsked: false }], [alone], [])).toMatchObject({
    asked: 0,
    problems: [],
  });
});
it('counts comments that are missing from the inbox, duplicated, or unknown to the run', () => {
  expect(tallyReplies([{ ...askedComment, isAsked: false }], [], [])).toMatchObject({ missing: 1, problems });
  expect(tallyReplies([askedComment], [comment(), comment()], [received])).toMatchObject({
    repeated: 1,
    problems,
  });
  const replyAsComment = comment({ commentText: replyTextOf(1) });
  expect(tallyReplies([askedComment], [comment(), replyAsComment], [received])).toMatchObject({
    strangers: 1,
    problems,
  });
});
it('counts replies that are duplicated, missing, unreported or unrequested', () => {
  expect(tallyReplies([askedComment], [comment()], [received, received])).toMatchObject({
    duplicates: 1,
    problems,
  });
  expect(tallyReplies([askedComment], [comment()], [])).toMatchObject({ lost: 1, problems });
  expect(tallyReplies([askedComment], [comment({ reply: null })], [])).toMatchObject({ lost: 1, problems });
  expect(tallyReplies([askedComment], [inState('failed')], [received])).toMatchObject({
    unrecorded: 1,
    problems,
  });
  const alone = comment({ reply: null });
  expect(tallyReplies([{ ...askedComment, isAsked: false }], [alone], [received])).toMatchObject({
    strangers: 1,
  });
});
it('counts comments that the inbox shows as answered although the run sent no reply', () => {
  const unaskedComment = { ...askedComment, isAsked: false };
  const answeredElsewhere = comment({ reply: null, status: 'manual_reply' }, [
    'CommentReceived',
    'OwnReplySeen',
  ]);
  expect(tallyReplies([unaskedComment], [answeredElsewhere], [])).toMatchObject({ misjudged: 1, problems });
});
it('expects one event for each sent reply', () => {
  const twice = ['ReplySent', 'ReplyDuplicateDetected'];
  expect(tallyReplies([askedComment], [comment({}, twice)], [received])).toMatchObject({
    unproved: 1,
    problems,
  });
  expect(tallyReplies([askedComment], [comment({}, [])], [received])).toMatchObject({
    unproved: 1,
    problems,
  });
});
it('allows a reply to fail only with a reason and no arrival, and expects every reply to finish', () => {
  const problem = { code: 'rejected', message: '', words: null };
  expect(tallyReplies([askedComment], [inState('failed', problem)], [])).toMatchObject({
    failed: 1,
    problems: [],
  });
  expect(tallyReplies([askedComment], [inState('failed')], [])).toMatchObject({ failed: 1, problems });
  expect(tallyReplies([askedComment], [inState('unknown', problem)], [])).toMatchObject({
    unknown: 1,
    problems,
  });
  expect(tallyReplies([askedComment], [inState('sending')], [])).toMatchObject({ open: 1, problems });
});
