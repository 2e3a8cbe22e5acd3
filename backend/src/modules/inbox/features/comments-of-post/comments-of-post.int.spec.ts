import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { StepsOfComments } from '#modules/scheduling/ports/steps-of-comments.ts';
import { at, InboxBench, ownReply, remote } from '../../testing/inbox-bench.ts';
import { CommentRecorder } from '../../stores/reading/comment-recorder.ts';
import { ForgetWords } from '../../effects/forget-words/forget-words.ts';

let inbox: InboxBench;
let first: number;
beforeAll(async () => {
  inbox = await InboxBench.start();
  const { received } = await inbox.read([remote({ text: 'Nice!' })]);
  first = received[0] ?? 0;
  await inbox.read([remote({ key: 'k2', remoteId: 'r2', text: 'Elsewhere', postRemoteId: 'p2' })], 5);
  inbox.booted.clock.advance(10_000);
  await inbox.read([remote({ text: 'Nicer!' }), ownReply()], 10);
  await inbox.catchUp();
}, 60_000);
afterAll(() => inbox.close());

const byNumber = (one: number, other: number): number => one - other;
const steps = () => inbox.booted.app.get(StepsOfComments);
const under = (remoteId: string, until: Date | null = null, ownerId = 'ana') =>
  steps().under(ownerId, [{ accountId: 3, remoteId }], until);

it('shows what happened to the comments of one post, in order, with their texts', async () => {
  const { newest, ...counts } = await under('p1');
  expect(counts).toEqual({ steps: 3, read: 1, total: 1 });
  expect(newest.map(({ type, summary, words }) => [type, summary, words])).toEqual([
    ['CommentReceived', 'Comment by Bo: Received.', 'Nice!'],
    ['CommentEdited', 'Comment by Bo: Edited by its author.', 'Nicer!'],
    ['OwnReplySeen', 'Comment by Bo: Answered on the platform itself.', 'Thanks!'],
  ]);
  expect(newest[0]).toMatchObject({ commentId: first, accountId: 3, author: 'Bo', revision: 0n });
});

it('shows only what happened until a given time', async () => {
  const { newest } = await under('p1', new Date(at(5)));
  expect(newest.map(({ words }) => words)).toEqual(['Nice!']);
});

it('does not show the comments to other users', async () => {
  expect(await under('p1', null, 'bea')).toEqual({ newest: [], steps: 0, read: 0, total: 0 });
  expect(await steps().streamsUnder('bea', [{ accountId: 3, remoteId: 'p1' }])).toEqual([]);
});

it('shows the newest hundred steps of the newest comments, and returns all streams', async () => {
  const many = Array.from({ length: 510 }, (_, index) =>
    remote({ key: `m${String(index)}`, remoteId: `m${String(index)}`, postRemoteId: 'p3' }),
  );
  const { received: older } = await inbox.read(many.slice(0, 410), 20);
  const { received: newer } = await inbox.read(many.slice(410), 21);
  await inbox.catchUp();
  const { newest, ...counts } = await under('p3');
  expect(counts).toEqual({ steps: 500, read: 500, total: 510 });
  expect(newest.map(({ commentId }) => commentId).sort(byNumber)).toEqual([...newer].sort(byNumber));
  expect(await steps().streamsUnder('ana', [{ accountId: 3, remoteId: 'p3' }])).toEqual(
    [...older, ...newer].sort(byNumber).map((id) => `comment-${String(id)}`),
  );
});

it('reads the recorded comments of a post in pages, beginning after any comment', async () => {
  const read = async (after: number) => {
    const pages: number[][] = [];
    const account = { accountId: 3, ownerId: 'ana', platform: 'mastodon' } as const;
    for await (const page of inbox.booted.app.get(CommentRecorder).under(account, 'p3', after))
      pages.push(page.map(({ commentId }) => commentId));
    return pages;
  };
  const pages = await read(0);
  expect(pages.map(({ length }) => length)).toEqual([500, 10]);
  const all = pages.flat();
  expect(all).toEqual([...new Set(all)].sort(byNumber));
  expect((await read(all[504] ?? 0)).flat()).toEqual(all.slice(505));
});

it('shows neither an erased text nor its author', async () => {
  // A key without a comment: the platform has deleted the comment.
  await inbox.read(['k1'], 30);
  await inbox.catchUp();
  const gone = { type: 'CommentDeleted', data: { ...(await inbox.comment(first)).id } };
  await inbox.booted.app.get(ForgetWords).ofComments.handle(gone as never);
  const { newest } = await under('p1');
  expect(newest.map(({ author, words }) => [author, words])).toEqual([
    [null, null],
    [null, null],
    [null, 'Thanks!'],
    [null, null],
  ]);
  expect(newest.at(-1)?.summary).toBe('Comment: Deleted on its platform. Its text was deleted here too.');
  expect(JSON.stringify(newest.map(({ data }) => data))).not.toContain('Nice');
});
