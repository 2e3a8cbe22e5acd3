import { WRITTEN } from '@posthorn/contracts/shared/written';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { WrittenBytes } from '#infrastructure/http/written-bytes.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SchedulingProduct } from './testing/scheduling-product.ts';

let product: SchedulingProduct;
beforeAll(async () => {
  product = await SchedulingProduct.start();
}, 60_000);
afterAll(() => product.close());

let users = 0;
let user: string;
beforeEach(() => {
  user = `user${String(++users)}`;
});

const written = () => product.booted.app.get(WrittenBytes);
const text = (bytes: number) => ({ text: 'x'.repeat(bytes) });
const scheduled = async () => ((await product.as(user).schedule().expect(201)).body as PostView).id;
const eventsOf = (id: number) => product.store.historyOf(`post-${String(id)}`).length;

it('lets nobody write more in a day than a day has, whether by new posts, edits or posts that come back', async () => {
  const [edited, deleted] = [await scheduled(), await scheduled()];
  await product.as(user).delete(deleted).expect(200);
  await written().take(user, text(WRITTEN.bytesADay - 4_400));
  const before = [eventsOf(edited), eventsOf(deleted)];
  for (const change of [
    product.as(user).edit(edited, { content: 'Other words' }),
    product.as(user).edit(edited, { scheduledFor: '2030-01-01T14:00:00.000Z' }),
    product.as(user).restore(deleted),
    product.as(user).schedule(),
  ]) {
    const refused = await change.expect(429);
    expect(refused.body).toMatchObject({ code: 'request.too-much-written', message: WRITTEN.tooMuch });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect([eventsOf(edited), eventsOf(deleted)]).toEqual(before);
  // What changes nothing is stored by nobody, and others have a day of their own.
  await product.as(user).edit(edited).expect(200);
  await product.as(user).delete(edited).expect(200);
  user = `user${String(++users)}`;
  await scheduled();
});

it('counts each version of a post with all its texts, and nothing that was refused', async () => {
  await written().take(user, text(WRITTEN.bytesADay - 6_000));
  await expect(written().take(user, text(10_000))).rejects.toMatchObject({
    code: 'request.too-much-written',
  });
  const id = await scheduled();
  const edits = [1, 2, 3].map(async (turn) =>
    product.as(user).edit(id, { content: `${String(turn)} ${'x'.repeat(400)}` }),
  );
  const statuses = (await Promise.all(edits)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(3);
  expect(statuses).toContain(429);
});
