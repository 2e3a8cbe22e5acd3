import type { InboxSummary, MarkedComments } from '@posthorn/contracts/inbox/comments.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { at, InboxBench, remote } from '../../testing/inbox-bench.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

async function mark(body: object): Promise<MarkedComments> {
  const answer = await request(inbox.booted.url)
    .post('/api/comments/read')
    .set('x-test-user', 'ana')
    .send(body)
    .expect(200);
  return answer.body as MarkedComments;
}
async function counts(): Promise<InboxSummary['counts']> {
  const answer = await request(inbox.booted.url)
    .get('/api/comments/summary')
    .set('x-test-user', 'ana')
    .expect(200);
  return (answer.body as InboxSummary).counts;
}

it('marks a long list in steps, without the comments that arrive in the meantime', async () => {
  const receive = (from: number, count: number) =>
    inbox.read(
      Array.from({ length: count }, (_, index) => {
        const name = String(from + index);
        return remote({ key: name, remoteId: name, text: 'Nice', createdAt: at(from + index) });
      }),
    );
  await receive(-1_000, 25);
  const step = { until: at(-976), limit: 12 };
  const first = await mark(step);
  expect(first).toEqual({ marked: 12, next: expect.any(String) });
  await receive(-500, 2);
  const second = await mark({ ...step, after: first.next });
  expect(second).toEqual({ marked: 12, next: expect.any(String) });
  expect(await mark({ ...step, after: second.next })).toEqual({ marked: 1, next: null });
  expect(await counts()).toEqual({ new: 2, replied: 0, total: 27 });
});
it('leaves a comment new that arrived late, with an earlier time than comments of the list', async () => {
  const before = (await counts()).new;
  const { received } = await inbox.read([
    remote({ key: 'late-1', remoteId: 'late-1', createdAt: at(-2_000) }),
  ]);
  const late = await inbox.read([remote({ key: 'late-2', remoteId: 'late-2', createdAt: at(-2_100) })]);
  const [idBelow = 0] = late.received;
  expect(idBelow).toBeGreaterThan(received[0] ?? 0);
  expect(await mark({ until: at(-2_000), idBelow })).toEqual({ marked: 1, next: null });
  expect((await counts()).new).toBe(before + 1);
  expect(await mark({ until: at(-2_000) })).toEqual({ marked: 1, next: null });
});
