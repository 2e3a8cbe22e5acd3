import type { PublicEvent } from '@posthorn/contracts/external/events.http';
import type { ReplayView } from '@posthorn/contracts/external/webhooks.http';
import { beforeAll, expect, it } from '@jest/globals';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';
import { Feed } from '../../read-models/feed/feed.ts';
import { answering, ok, type Receiver } from '../../testing/receiver.ts';
import { webhooksForSpec } from '../../testing/webhooks-product.ts';

const product = webhooksForSpec();
let receiver: Receiver;
beforeAll(() => {
  const [first] = product.receivers;
  if (!first) throw new Error('There is one receiver.');
  receiver = first;
});

async function readFeed(): Promise<readonly PublicEvent[]> {
  const query = { ownerId: product.user, after: 'start', types: null, limit: 100 };
  return (await product.booted.app.get(Feed).list(query)).events;
}

it('replays events from before the webhook was added, but only of the types of the webhook', async () => {
  await product.appendPlanChanges(3);
  await product.appendPostEdit();
  await product.appendPlanChanges(1);
  const { id, secret } = await product.add(receiver, ['plan.*']);
  const [first, second, third, edited, last] = await readFeed();
  expect(edited?.type).toBe('post.edited');
  const replayed = await product.call<ReplayView>('POST', `/${id}/replay`, { after: first?.id });
  expect(replayed).toEqual({ status: 200, body: { deliveries: 3, last: last?.id, more: false } });
  await product.work();
  expect([...receiver.ids].sort()).toEqual([second?.id, third?.id, last?.id].sort());
  const { type, at, data } = last ?? {};
  const place = receiver.ids.indexOf(last?.id ?? '');
  expect(receiver.verified(secret, place)).toEqual({ id: last?.id, type, timestamp: at, data });
});

it('replays only events within the scopes of the webhook’s token', async () => {
  await product.appendPlanChanges(1);
  await product.appendPostEdit();
  await product.appendPlanChanges(1);
  const { id } = await product.add(receiver, ['*']);
  await product.pool.query(`update external.webhook set scopes = '{accounts:read}' where endpoint_id = $1`, [
    id,
  ]);
  // `plan.changed` needs no scope, `post.edited` needs another.
  const [first, , last] = await readFeed();
  const replayed = await product.call<ReplayView>('POST', `/${id}/replay`, { after: first?.id });
  expect(replayed.body).toEqual({ deliveries: 1, last: last?.id, more: false });
});

it("refuses to replay after another user's event, with 404", async () => {
  await product.appendPlanChanges(1);
  const [eventOfOther] = await readFeed();
  product.user = `other-${product.user}`;
  const { id } = await product.add();
  await product.appendPlanChanges(1);
  const refused = await product.call('POST', `/${id}/replay`, { after: eventOfOther?.id });
  expect(refused).toMatchObject({ status: 404, body: { code: 'external.event-not-found' } });
});

it('sends each waiting event once when two changes resume the webhook at the same time', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges();
  receiver.answer = answering(410);
  await product.work();
  await product.appendPlanChanges(2);
  receiver.taken.length = 0;
  await product.call('PATCH', `/${id}`, { resume: true });
  let resumed: Promise<void> | null = null;
  receiver.answer = (response, request) => {
    // The process that settles webhooks may resume the row before the request does.
    resumed ??= product.booted.app.get(WebhookRows).retryNow(id);
    void resumed.then(() => {
      ok(response, request);
    });
  };
  await product.work();
  await product.work();
  expect(receiver.taken).toHaveLength(3);
  expect(await product.deliveries(id, '?state=delivered')).toHaveLength(3);
});
