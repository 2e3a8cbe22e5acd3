import type { CommentDetail } from '@posthorn/contracts/inbox/comments.http';
import { expect, it } from '@jest/globals';
import type { SandboxReply } from '../../sandbox-control.ts';
import { tallyAutoReplies, type AutoComment, type AutoUse } from './auto-tally.ts';

const comment: AutoComment = {
  text: 'I love it',
  author: 'fan1',
  post: 1,
  account: 'ana on mastodon',
  platform: 'mastodon',
  remoteId: '5',
  onlyDrafts: false,
};
const view = (state: string | null, ...events: readonly string[]) =>
  ({
    id: 3,
    commentText: comment.text,
    reply: state && { state, until: null },
    history: events.map((type) => ({ type, at: '2030-01-01T12:00:00.000Z', summary: type })),
  }) as unknown as CommentDetail;
const sent = view('sent', 'ReplyRequested', 'ReplySent');
const reply: SandboxReply = {
  platform: 'mastodon',
  author: 'ana',
  remoteId: '7',
  parentId: '5',
  text: 'Thanks',
};
/** The comment has an entry in the caps, or none. */
const withEntry: AutoUse = { days: [], claims: [3] };
const withoutEntry: AutoUse = { days: [], claims: [] };
const oneProblem = { length: 1 };

it('reports nothing for a comment that has one reply, has a draft or was skipped for a reason', () => {
  expect(tallyAutoReplies([comment], [sent], [reply], withEntry)).toMatchObject({ sent: 1, problems: [] });
  const draft = view('draft', 'AiReplyDrafted');
  expect(tallyAutoReplies([comment], [draft], [], withoutEntry)).toMatchObject({ drafts: 1, problems: [] });
  const skipped = view(null, 'AiReplySkipped');
  expect(tallyAutoReplies([comment], [skipped], [], withoutEntry)).toMatchObject({
    skipped: { AiReplySkipped: 1 },
    problems: [],
  });
});
it('counts replies that are duplicated, missing, unreported or still open', () => {
  const more = [reply, { ...reply, remoteId: '8' }];
  expect(tallyAutoReplies([comment], [sent], more, withEntry)).toMatchObject({
    duplicates: 1,
    problems: oneProblem,
  });
  expect(tallyAutoReplies([comment], [sent], [], withEntry)).toMatchObject({ lost: 1, problems: oneProblem });
  const skipped = view(null, 'AiReplySkipped');
  expect(tallyAutoReplies([comment], [skipped], [reply], withoutEntry)).toMatchObject({
    unrecorded: 1,
    problems: oneProblem,
  });
  expect(tallyAutoReplies([comment], [view('sending')], [], withEntry)).toMatchObject({
    open: 1,
    problems: oneProblem,
  });
  expect(tallyAutoReplies([comment], [], [], withEntry)).toMatchObject({ missing: 1 });
});
it('expects only drafts if the owner reviews replies, and one reply for each author', () => {
  expect(
    tallyAutoReplies([{ ...comment, onlyDrafts: true }], [sent], [reply], withEntry).problems,
  ).toHaveLength(1);
  const second = { ...comment, text: 'And this', remoteId: '6' };
  const views = [sent, { ...sent, id: 4, commentText: second.text }];
  const replies = [reply, { ...reply, remoteId: '9', parentId: '6' }];
  const { problems } = tallyAutoReplies([comment, second], views, replies, { days: [], claims: [3, 4] });
  expect(problems).toHaveLength(1);
});
it('checks the caps of accounts and tokens, and the entry of each comment in the caps', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    ...comment,
    text: `Comment ${String(index)}`,
    author: `fan${String(index)}`,
    remoteId: String(100 + index),
  }));
  const views = many.map(({ text }, index) => ({ ...sent, id: index, commentText: text }));
  const replies = many.map(({ remoteId }) => ({ ...reply, parentId: remoteId }));
  const claims = views.map(({ id }) => id);
  expect(tallyAutoReplies(many, views, replies, { days: [], claims }).problems).toHaveLength(1);
  const days = [{ day: '2030-01-01', ofUsers: 9, ofAll: 8, most: 9 }];
  expect(tallyAutoReplies([comment], [sent], [reply], { days, claims: [3] }).problems).toHaveLength(1);
  expect(tallyAutoReplies([comment], [sent], [reply], withoutEntry).problems).toHaveLength(1);
});
