import { WRITTEN } from '@posthorn/contracts/shared/written';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { WrittenBytes } from '#infrastructure/http/edge/written-bytes.ts';
import { expect, it } from '@jest/globals';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();

const writtenBytes = () => product.booted.app.get(WrittenBytes);
const text = (bytes: number) => ({ text: 'x'.repeat(bytes) });
const schedulePost = async () => ((await product.as().schedule().expect(201)).body as PostView).id;
const eventsOf = (id: number) => product.store.historyOf(`post-${String(id)}`).length;

it('limits how many bytes a user writes in a day by new posts, edits and restored posts together', async () => {
  const [edited, deleted] = [await schedulePost(), await schedulePost()];
  await product.as().delete(deleted).expect(200);
  await writtenBytes().take(product.user, text(WRITTEN.bytesADay - 4_400));
  const before = [eventsOf(edited), eventsOf(deleted)];
  for (const change of [
    product.as().edit(edited, { content: 'Other words' }),
    product.as().edit(edited, { scheduledFor: '2030-01-01T14:00:00.000Z' }),
    product.as().restore(deleted),
    product.as().schedule(),
  ]) {
    const refused = await change.expect(429);
    expect(refused.body).toMatchObject({ code: 'request.too-much-written', message: WRITTEN.tooMuch });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect([eventsOf(edited), eventsOf(deleted)]).toEqual(before);
  // An edit without a change stores nothing, and other users have their own limit.
  await product.as().edit(edited).expect(200);
  await product.as().delete(edited).expect(200);
  await product.newUser();
  await schedulePost();
});

it('counts all texts of each version of a post, but no refused requests', async () => {
  await writtenBytes().take(product.user, text(WRITTEN.bytesADay - 6_000));
  await expect(writtenBytes().take(product.user, text(10_000))).rejects.toMatchObject({
    code: 'request.too-much-written',
  });
  const id = await schedulePost();
  const edits = [1, 2, 3].map(async (version) =>
    product.as().edit(id, { content: `${String(version)} ${'x'.repeat(400)}` }),
  );
  const statuses = (await Promise.all(edits)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(3);
  expect(statuses).toContain(429);
});
