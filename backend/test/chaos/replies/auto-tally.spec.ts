import type { CommentDetail } from '@posthorn/contracts/inbox/comments.http';
import { expect, it } from '@jest/globals';
import type { SandboxReply } from '../../sandbox-control.ts';
import { tallyAutoReplies, type AutoMade, type AutoUse } from './auto-tally.ts';

const made: AutoMade = {
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
    commentText: made.text,
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
const kept: AutoUse = { days: [], claims: [3] };
const free: AutoUse = { days: [], claims: [] };
const one = { length: 1 };

it('reports nothing for a comment that has one reply, has a draft or was skipped for a reason', () => {
  expect(tallyAutoReplies([made], [sent], [reply], kept)).toMatchObject({ sent: 1, problems: [] });
  const draft = view('draft', 'AiReplyDrafted');
  expect(tallyAutoReplies([made], [draft], [], free)).toMatchObject({ drafts: 1, problems: [] });
  const skipped = view(null, 'AiReplySkipped');
  expect(tallyAutoReplies([made], [skipped], [], free)).toMatchObject({
    skipped: { AiReplySkipped: 1 },
    problems: [],
  });
});
it('counts replies that are duplicated, missing, unreported or still open', () => {
  const more = [reply, { ...reply, remoteId: '8' }];
  expect(tallyAutoReplies([made], [sent], more, kept)).toMatchObject({ duplicates: 1, problems: one });
  expect(tallyAutoReplies([made], [sent], [], kept)).toMatchObject({ lost: 1, problems: one });
  const skipped = view(null, 'AiReplySkipped');
  expect(tallyAutoReplies([made], [skipped], [reply], free)).toMatchObject({ unrecorded: 1, problems: one });
  expect(tallyAutoReplies([made], [view('sending')], [], kept)).toMatchObject({ open: 1, problems: one });
  expect(tallyAutoReplies([made], [], [], kept)).toMatchObject({ missing: 1 });
});
it('expects only drafts if the owner reviews replies, and one reply for each author', () => {
  expect(tallyAutoReplies([{ ...made, onlyDrafts: true }], [sent], [reply], kept).problems).toHaveLength(1);
  const second = { ...made, text: 'And this', remoteId: '6' };
  const views = [sent, { ...sent, id: 4, commentText: second.text }];
  const replies = [reply, { ...reply, remoteId: '9', parentId: '6' }];
  const { problems } = tallyAutoReplies([made, second], views, replies, { days: [], claims: [3, 4] });
  expect(problems).toHaveLength(1);
});
it('checks the caps of accounts and tokens, and the entry of each comment in the caps', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    ...made,
    text: `Comment ${String(index)}`,
    author: `fan${String(index)}`,
    remoteId: String(100 + index),
  }));
  const views = many.map(({ text }, index) => ({ ...sent, id: index, commentText: text }));
  const replies = many.map(({ remoteId }) => ({ ...reply, parentId: remoteId }));
  const claims = views.map(({ id }) => id);
  expect(tallyAutoReplies(many, views, replies, { days: [], claims }).problems).toHaveLength(1);
  const days = [{ day: '2030-01-01', ofUsers: 9, ofAll: 8, most: 9 }];
  expect(tallyAutoReplies([made], [sent], [reply], { days, claims: [3] }).problems).toHaveLength(1);
  expect(tallyAutoReplies([made], [sent], [reply], free).problems).toHaveLength(1);
});
