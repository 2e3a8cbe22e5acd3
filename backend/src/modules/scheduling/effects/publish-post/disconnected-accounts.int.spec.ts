import type { PostCounts, PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import request from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { SchedulingProduct } from '../../testing/scheduling-product.ts';

type Account = Readonly<{ accountId: number; ownerId: string }>;
type AccountEvent = Event<'AccountReconnected', 1, Account> | Event<'AccountDisconnected', 1, Account>;
const shape = { schema: 1, fields: { ownerId: plain } } as const;
/** The account events that the module Scheduling reads. */
const accountStream: Stream<object, AccountEvent> = {
  category: 'account',
  initial: {},
  evolve: (state) => state,
  shapes: { AccountReconnected: shape, AccountDisconnected: shape },
};

let product: SchedulingProduct;
beforeAll(async () => {
  product = await SchedulingProduct.start();
  product.booted.app.get(EventCatalog).add(accountStream);
}, 60_000);
afterAll(() => product.close());

const get = async <Reply>(path: string, user: string) =>
  (await request(product.booted.url).get(path).set('x-test-user', user).expect(200)).body as Reply;
const attention = async (user: string) => {
  const { attention: count } = await get<PostCounts>('/api/posts/summary', user);
  const listed = await get<PostView[]>('/api/posts?status=attention', user);
  const flagged = (await product.as(user).list()).filter((post) => post.attention);
  return { count, listed: listed.map(({ id }) => id), flagged: flagged.map(({ id }) => id) };
};
const recordAccount = (type: AccountEvent['type'], accountId: number, ownerId: string) => {
  const data = { accountId, ownerId };
  const event: AccountEvent =
    type === 'AccountReconnected' ? { type, schema: 1, data } : { type, schema: 1, data };
  return product.asWorker(() =>
    product.booted.app.get(StreamWriter).decide(accountStream, accountId, () => [event]),
  );
};
const schedulePost = async (user: string, accountId: number, scheduledFor: string): Promise<number> => {
  const request = { scheduledFor, selectedAccountIds: [accountId] };
  const reply = await product.as(user).schedule(request).expect(201);
  return (reply.body as PostView).id;
};

it('counts posts on a disconnected account as needing attention, until the account is connected again', async () => {
  const [later, sooner] = [
    await schedulePost('ana', 3, '2030-02-02T09:00:00.000Z'),
    await schedulePost('ana', 3, '2030-02-01T09:00:00.000Z'),
  ];
  await schedulePost('eve', 9, '2030-02-01T09:00:00.000Z');
  expect(await attention('ana')).toEqual({ count: 0, listed: [], flagged: [] });
  await recordAccount('AccountDisconnected', 3, 'ana');
  expect(await attention('ana')).toEqual({
    count: 2,
    listed: [sooner, later],
    flagged: [later, sooner],
  });
  expect((await product.as('ana').show(later)).body).toMatchObject({ attention: true });
  expect(await attention('eve')).toEqual({ count: 0, listed: [], flagged: [] });
  await product.as('ana').delete(later).expect(200);
  expect(await attention('ana')).toMatchObject({ count: 1, listed: [sooner] });
  await recordAccount('AccountReconnected', 3, 'ana');
  expect(await attention('ana')).toEqual({ count: 0, listed: [], flagged: [] });
});

it('counts a failed post on a disconnected account once', async () => {
  product.givePremium('ana');
  const failedPost = await schedulePost('ana', 4, '2030-02-01T09:00:00.000Z');
  await product.publish(failedPost, (target) => [
    eventAbout({ target }, 'PlatformPublishFailed', {
      attemptId: null,
      reason: 'rejected',
      words: null,
      retryable: false,
      retryAt: null,
    }),
  ]);
  await recordAccount('AccountDisconnected', 4, 'ana');
  expect(await attention('ana')).toEqual({ count: 1, listed: [failedPost], flagged: [failedPost] });
});
