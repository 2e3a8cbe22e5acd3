import type { CommentDetail, CommentView } from '@posthorn/contracts/inbox/comments.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';
import { InboxBench, remote } from '../../testing/inbox-bench.ts';

let inbox: InboxBench;
let id: number;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

let comments = 0;
/** Records a comment that the list does not contain yet, as if the reader of the list were slow. */
beforeEach(async () => {
  const name = `c${String(++comments)}`;
  const { received } = await inbox.read([remote({ key: name, remoteId: name, text: 'Fresh bread?' })]);
  id = received[0] ?? 0;
  await inbox.catchUp();
  const { rowCount } = await inbox.pool.query(`delete from ${COMMENTS_VIEW} where comment_id = $1`, [id]);
  expect(rowCount).toBe(1);
});

const call = (method: 'get' | 'patch', user = 'ana') =>
  request(inbox.booted.url)
    [method](`/api/comments/${String(id)}`)
    .set('x-test-user', user);

it('shows a comment that another read model announced before the list contained it', async () => {
  const comment = (await call('get').expect(200)).body as CommentDetail;
  expect(comment).toMatchObject({
    id,
    commentText: 'Fresh bread?',
    status: 'new',
    accountName: 'ana@social',
  });
  expect(comment.history.map(({ type }) => type)).toEqual(['CommentReceived']);
});

it('responds to a decision about such a comment with the comment after the decision', async () => {
  const comment = (await call('patch').send({ status: 'read' }).expect(200)).body as CommentView;
  expect(comment).toMatchObject({ id, commentText: 'Fresh bread?', status: 'read' });
  expect((await call('get').expect(200)).body).toMatchObject({ status: 'read' });
});

it('shows no text of such a comment after its platform has deleted it', async () => {
  await inbox.read([`c${String(comments)}`], 60);
  expect((await call('get').expect(200)).body).toMatchObject({ id, commentText: '', gone: true });
});

it('still hides such a comment from every user but its owner', async () => {
  await call('get', 'bea').expect(404);
  await call('patch', 'bea').send({ status: 'read' }).expect(404);
});
