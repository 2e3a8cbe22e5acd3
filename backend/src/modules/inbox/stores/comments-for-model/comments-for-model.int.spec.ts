import { suggestReply } from '@posthorn/contracts/inbox/ai.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { InboxBench, remote } from '../../testing/inbox-bench.ts';
import { CommentsForModel } from './comments-for-model.ts';
import { POSTS_VIEW, PUBLICATIONS_VIEW } from '../../read-models/publications/publications.projection.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start(AiNeighbours);
}, 60_000);
afterAll(() => inbox.close());

const readFor = (userId: string, id: number) => inbox.booted.app.get(CommentsForModel).commentOf(userId, id);

it('finds the texts of the comment, of its parent comment and of the post', async () => {
  const { received } = await inbox.read([
    remote(),
    remote({ key: 'k2', remoteId: 'r2', parentRemoteId: 'r1', text: 'I agree with that' }),
  ]);
  const [first = 0, second = 0] = received;
  await inbox.catchUp();
  await inbox.pool
    .query(`insert into ${PUBLICATIONS_VIEW} (account_id, remote_id, post_id, owner_id, published_at)
    values (3, 'p1', 7, 'ana', now())`);
  await inbox.pool.query(`insert into ${POSTS_VIEW} (post_id, owner_id, content, ai_replies)
    values (7, 'ana', 'Fresh bread', true)`);
  const post = 'Fresh bread';
  expect(await readFor('ana', first)).toEqual({ comment: 'Nice!', inReplyTo: null, post, recentReplies: [] });
  expect(await readFor('ana', second)).toEqual({
    comment: 'I agree with that',
    inReplyTo: 'Nice!',
    post,
    recentReplies: [],
  });
});
it('finds the last replies of the account', async () => {
  const { received } = await inbox.read([remote({ key: 'k3', remoteId: 'r3' })]);
  const [id = 0] = received;
  await inbox.catchUp();
  await inbox.pool.query(
    `update ${COMMENTS_VIEW} set status = 'manual_reply',
       state = jsonb_set(state::jsonb, '{reply}', '{"text": "Thank you so much"}')::json where comment_id = $1`,
    [id],
  );
  expect((await readFor('ana', id)).recentReplies).toEqual(['Thank you so much']);
});
it('does not find a comment in the inbox of another user', async () => {
  const { received } = await inbox.read([remote({ key: 'k4', remoteId: 'r4' })]);
  const [commentId = 0] = received;
  const answer = await request(inbox.booted.url)
    .post(suggestReply.path)
    .set('x-test-user', 'ben')
    .send({ commentId });
  expect([answer.status, answer.body]).toEqual([
    404,
    expect.objectContaining({ message: INBOX_TEXT.notFound }),
  ]);
});
it('refuses to return the text of a deleted comment', async () => {
  const { received } = await inbox.read([remote({ key: 'k5', remoteId: 'r5' })]);
  await inbox.read(['k5'], 60);
  await inbox.catchUp();
  await expect(readFor('ana', received[0] ?? 0)).rejects.toMatchObject({ code: 'inbox.comment-gone' });
});
it('says that there is nothing to answer in a comment that has only a picture', async () => {
  const { received } = await inbox.read([remote({ key: 'k6', remoteId: 'r6', text: '' })]);
  await inbox.catchUp();
  await expect(readFor('ana', received[0] ?? 0)).rejects.toMatchObject({ code: 'inbox.ai-no-reply' });
});
