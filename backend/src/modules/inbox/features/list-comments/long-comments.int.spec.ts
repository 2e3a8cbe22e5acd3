import { COMMENTS_PAGE, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { at, InboxBench, remote } from '../../testing/inbox-bench.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

it('ends a page of long comments at 1 MB, and continues after it', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `long-${String(index)}`);
  const { received } = await inbox.read(
    names.map((name, index) =>
      remote({ key: name, remoteId: name, text: '頁'.repeat(15_000), createdAt: at(-1_000 - index) }),
    ),
  );
  await inbox.catchUp();
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const reply = await request(inbox.booted.url)
      .get('/api/comments')
      .query({ limit: COMMENTS_PAGE.limitMax, ...(after !== undefined && { after }) })
      .set('x-test-user', 'ana')
      .expect(200);
    const comments = reply.body as readonly CommentView[];
    expect(Buffer.byteLength(JSON.stringify(comments))).toBeLessThan(COMMENTS_PAGE.bytesMax + 1_000);
    seen.push(...comments.map(({ id }) => id));
    after = reply.get(COMMENTS_PAGE.cursorHeader);
  } while (after !== undefined && seen.length < 100);
  expect([...seen].sort((one, other) => one - other)).toEqual(
    [...received].sort((one, other) => one - other),
  );
});
