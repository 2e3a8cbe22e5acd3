import type { DeliveryView, ReplayView } from '@posthorn/contracts/external/webhooks.http';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { webhookEvent, webhookStream } from '../../domain/webhook/webhook.ts';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import {
  answering,
  dropping,
  hanging,
  ok,
  trickling,
  type ReceiverAnswer,
  type Receiver,
} from '../../testing/receiver.ts';
import { webhooksForSpec } from '../../testing/webhooks-product.ts';

const product = webhooksForSpec(2);
let receiver: Receiver;
let other: Receiver;
beforeAll(() => {
  const [first, second] = product.receivers;
  if (!first || !second) throw new Error('There are two receivers.');
  [receiver, other] = [first, second];
});

/** Milliseconds from now. */
const millisecondsUntil = (at: string | null | undefined) => Date.parse(at ?? '') - Date.now();
async function delivery(id: string): Promise<DeliveryView> {
  const [newest] = await product.deliveries(id);
  if (!newest) throw new Error('Nothing was to be delivered.');
  return newest;
}

it('sends a signed event to a receiver once', async () => {
  const { id, secret } = await product.add();
  await product.appendPlanChanges();
  await product.work();
  await product.booted.catchUp();
  await product.work();
  expect(receiver.taken).toHaveLength(1);
  const { eventId, at, ...rest } = await delivery(id);
  expect(receiver.verified(secret)).toEqual({
    id: eventId,
    type: 'plan.changed',
    timestamp: at,
    data: { plan: 'premium' },
  });
  const { headers } = receiver.taken[0] ?? { headers: {} };
  expect(headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' });
  expect(eventId).toMatch(/^evt_[\da-f-]{36}$/u);
  expect(rest).toEqual({
    type: 'plan.changed',
    state: 'delivered',
    attempts: 1,
    nextAt: null,
    lastStatus: 204,
    lastAnswer: '',
    lastError: null,
    lastErrorCode: null,
  });
  expect(millisecondsUntil((await product.show(id)).lastSuccessAt)).toBeGreaterThan(-MINUTE_MS);
});

it('sends each webhook only the events it subscribes to, and no events of other users', async () => {
  const all = await product.add(receiver, ['plan.*', 'post.scheduled']);
  const none = await product.add(other, ['post.*', 'publication.failed']);
  await product.call('POST', '', { url: other.url, types: ['*'] }, 'bob');
  await product.appendPlanChanges();
  await product.work();
  expect([receiver.taken.length, other.taken.length]).toEqual([1, 0]);
  expect([(await product.deliveries(all.id)).length, await product.deliveries(none.id)]).toEqual([1, []]);
});

describe('a receiver that does not accept a delivery', () => {
  it.each<[string, ReceiverAnswer, Partial<DeliveryView>]>([
    ['500', answering(500), { lastStatus: 500, lastAnswer: 'as it is', lastError: null }],
    ['404', answering(404), { lastStatus: 404 }],
    ['a redirect', answering(307, { location: 'http://127.0.0.1:1/' }), { lastStatus: 307 }],
    [
      'a long response',
      answering(400, {}, 'é'.repeat(4000)),
      { lastStatus: 400, lastAnswer: 'é'.repeat(512) },
    ],
    ['nothing', hanging, { lastStatus: null, lastErrorCode: 'timeout' }],
    ['a slow body', trickling, { lastStatus: null, lastError: 'The receiver did not answer in time.' }],
    [
      'a closed connection',
      dropping,
      { lastStatus: null, lastError: 'The receiver closed the connection.', lastErrorCode: 'reset' },
    ],
  ])('gets the delivery again after 5 s, with the same id: %s', async (_name, answer, expected) => {
    receiver.answer = answer;
    if (answer === hanging || answer === trickling) product.times.answerWithin = 400;
    const { id, secret } = await product.add();
    await product.appendPlanChanges();
    await product.work();
    product.times.answerWithin = 15_000;
    const tried = await delivery(id);
    expect(tried).toMatchObject({ state: 'waiting', attempts: 1, ...expected });
    expect(millisecondsUntil(tried.nextAt)).toBeGreaterThan(2_000);
    expect(millisecondsUntil(tried.nextAt)).toBeLessThanOrEqual(6_000);
    expect((await product.show(id)).failingSince).not.toBeNull();
    receiver.answer = ok;
    await product.makeDue();
    await product.work();
    expect(new Set(receiver.ids).size).toBe(1);
    expect(receiver.verified(secret)).toEqual(JSON.parse(receiver.taken[0]?.body ?? ''));
    expect(await delivery(id)).toMatchObject({ state: 'delivered', attempts: 2, lastStatus: 204 });
    expect((await product.show(id)).failingSince).toBeNull();
  });

  it.each([429, 503])('gets nothing for the time that it requests with %i', async (status) => {
    const { id } = await product.add();
    await product.appendPlanChanges();
    receiver.answer = answering(status, { 'retry-after': '600' });
    await product.work();
    await product.appendPlanChanges();
    await product.work();
    expect(receiver.taken).toHaveLength(1);
    const { state, pausedUntil } = await product.show(id);
    expect([state, Math.round(millisecondsUntil(pausedUntil) / MINUTE_MS)]).toEqual(['paused', 10]);
    const [second, first] = await product.deliveries(id);
    expect([first?.attempts, second?.attempts]).toEqual([1, 0]);
    for (const each of [first, second])
      expect(Math.round(millisecondsUntil(each?.nextAt) / MINUTE_MS)).toBe(10);
    receiver.answer = ok;
    await product.makeDue();
    await product.work();
    expect((await product.deliveries(id, '?state=delivered')).length).toBe(2);
    expect((await product.show(id)).state).toBe('active');
  });

  it('gets no further try after ten', async () => {
    const { id } = await product.add();
    await product.appendPlanChanges();
    receiver.answer = answering(500);
    for (let tries = 0; tries < 12; tries += 1) {
      await product.work();
      await product.makeDue();
    }
    expect(receiver.taken).toHaveLength(10);
    expect(await delivery(id)).toMatchObject({ state: 'failed', attempts: 10, nextAt: null });
  });

  it('gets nothing more after it responds with 410, until its owner resumes the webhook', async () => {
    const { id } = await product.add();
    await product.appendPlanChanges();
    receiver.answer = answering(410);
    await product.work();
    await product.appendPlanChanges();
    await product.work();
    expect(receiver.taken).toHaveLength(1);
    expect(await product.show(id)).toMatchObject({ state: 'suspended', suspendedBecause: 'gone' });
    expect(product.mailer.sent).toMatchObject([
      { to: `${product.user}@example.com`, subject: 'A webhook of your Posthorn account is suspended' },
    ]);
    expect(product.mailer.sent[0]?.text).not.toContain('/hooks');
    const [waiting] = await product.deliveries(id, '?state=waiting');
    const path = `/${id}/deliveries/${waiting?.eventId ?? ''}/redeliver`;
    expect((await product.call('POST', path)).status).toBe(409);
    receiver.answer = ok;
    await product.call('PATCH', `/${id}`, { resume: true });
    await product.work();
    expect(await product.show(id)).toMatchObject({ state: 'active', suspendedBecause: null });
    expect((await product.deliveries(id, '?state=delivered')).length).toBe(2);
    expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointSuspended', 'EndpointResumed']);
  });

  it('causes no mail if its URL was erased', async () => {
    const { id: endpointId } = await product.add();
    const endpoint = { endpointId, ownerId: product.user };
    await product.record(webhookStream, endpointId, () => [
      webhookEvent('EndpointChanged', { ...endpoint, url: ERASED, types: ['*'] }),
      webhookEvent('EndpointSuspended', { ...endpoint, reason: 'gone' }),
    ]);
    await product.work();
    expect(product.mailer.sent).toEqual([]);
  });

  it('causes one mail if it was resumed and suspended again before the first mail was sent', async () => {
    const { id: endpointId } = await product.add();
    const endpoint = { endpointId, ownerId: product.user };
    for (const reason of ['gone', 'failing'] as const) {
      await product.record(webhookStream, endpointId, () => [
        ...(reason === 'failing' ? [webhookEvent('EndpointResumed', endpoint)] : []),
        webhookEvent('EndpointSuspended', { ...endpoint, reason }),
      ]);
    }
    await product.work();
    expect(product.mailer.sent.map(({ text }) => text.replace(/\s+/gu, ' '))).toEqual([
      expect.stringContaining('Nothing has arrived'),
    ]);
  });

  it('gets nothing more after five days of failures, and its owner gets a mail', async () => {
    const { id } = await product.add();
    await product.appendPlanChanges();
    receiver.answer = answering(500);
    await product.work();
    await product.pool.query(`update external.webhook set failing_since = now() - interval '121 hours'`);
    await product.makeDue();
    await product.work();
    expect(await product.show(id)).toMatchObject({ state: 'suspended', suspendedBecause: 'failing' });
    expect(product.mailer.sent[0]?.text.replace(/\s+/gu, ' ')).toContain('Nothing has arrived');
    await product.makeDue();
    await product.work();
    expect(receiver.taken).toHaveLength(2);
  });
});

it('keeps the pause that a receiver asked for when a delivery that began earlier succeeds', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges(2);
  const paused = Promise.withResolvers<undefined>();
  const rows = product.booted.app.get(WebhookRows);
  const failed = rows.failed.bind(rows);
  const spy = jest.spyOn(rows, 'failed').mockImplementationOnce(async (...failure) => {
    const since = await failed(...failure);
    paused.resolve(undefined);
    return since;
  });
  receiver.answer = (response, request) => {
    receiver.answer = answering(429, { 'retry-after': '3600' });
    void paused.promise.then(() => {
      ok(response, request);
    });
  };
  await product.work();
  spy.mockRestore();
  expect((await product.deliveries(id)).map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']);
  const { state, pausedUntil } = await product.show(id);
  expect(state).toBe('paused');
  expect(millisecondsUntil(pausedUntil)).toBeGreaterThan(50 * MINUTE_MS);
});

it('sends deliveries that are on hold after a restore only when the hold has ended', async () => {
  await product.add();
  await product.appendPlanChanges();
  await product.pool.query(`insert into publishing.hold (reason) values ('restored')`);
  await product.work();
  expect(receiver.taken).toEqual([]);
  await product.pool.query('delete from publishing.hold');
  await product.work();
  expect(receiver.taken).toHaveLength(1);
});

const HANGING = 20;
it('does not let a hanging receiver delay other receivers', async () => {
  receiver.answer = hanging;
  product.times.answerWithin = 2_000;
  await product.add(receiver);
  await product.appendPlanChanges(HANGING);
  const healthy = await product.add(other);
  await product.appendPlanChanges(5);
  const round = product.booted.app.get(DeliveryLoop).round();
  while (other.taken.length < 5 && receiver.taken.length < HANGING)
    await new Promise((done) => setTimeout(done, 10));
  const atReceiver = receiver.taken.length;
  receiver.answer = ok;
  await round;
  expect(other.taken).toHaveLength(5);
  // The other deliveries end while the hanging receiver has received only a few, two at a time. A busy machine may send it more.
  expect(atReceiver).toBeLessThan(HANGING);
  expect((await product.deliveries(healthy.id, '?state=delivered')).length).toBe(5);
}, 60_000);

it('sends one delivery again, or all deliveries after one, including delivered ones', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges(4);
  await product.work();
  const [fourth, third, second, first] = (await product.deliveries(id)).map(({ eventId }) => eventId);
  expect(receiver.ids).toEqual(expect.arrayContaining([first, second, third, fourth]));
  receiver.taken.length = 0;
  const again = await product.call<DeliveryView>('POST', `/${id}/deliveries/${second ?? ''}/redeliver`);
  expect(again).toMatchObject({ status: 200, body: { eventId: second, state: 'waiting', attempts: 0 } });
  await product.work();
  expect(receiver.ids).toEqual([second]);
  receiver.taken.length = 0;
  const replayed = await product.call<ReplayView>('POST', `/${id}/replay`, { after: second });
  expect(replayed).toEqual({ status: 200, body: { deliveries: 2, last: fourth, more: false } });
  await product.work();
  expect([...receiver.ids].sort()).toEqual([third, fourth].sort());
  const unknown = `evt_${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
  expect((await product.call('POST', `/${id}/deliveries/${unknown}/redeliver`)).status).toBe(404);
  expect((await product.call('POST', `/${id}/replay`, { after: unknown })).status).toBe(404);
  expect((await product.call('POST', `/${id}/replay`, {})).status).toBe(400);
});

it('lists deliveries page by page, the newest first', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges(5);
  type Page = Readonly<{ items: readonly DeliveryView[]; nextCursor: string | null }>;
  const page = async (query: string) =>
    (await product.call<Page>('GET', `/${id}/deliveries?limit=2${query}`)).body;
  const first = await page('');
  const second = await page(`&cursor=${first.nextCursor ?? ''}`);
  const third = await page(`&cursor=${second.nextCursor ?? ''}`);
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ eventId }) => eventId));
  expect(ids).toEqual((await product.deliveries(id)).map(({ eventId }) => eventId));
  expect([ids.length, third.nextCursor]).toEqual([5, null]);
  for (const query of ['?cursor=x', '?state=lost', '?limit=0', '?limit=101'])
    expect((await product.call('GET', `/${id}/deliveries${query}`)).status).toBe(400);
});

const passDays = (days: number) =>
  product.pool.query('update external.delivery set made_at = made_at - make_interval(days => $1)', [days]);

it('keeps a delivery that is sent again for thirty days from then', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges(3);
  await product.work();
  await passDays(29);
  const [third, second] = await product.deliveries(id);
  await product.call('POST', `/${id}/deliveries/${second?.eventId ?? ''}/redeliver`);
  await product.call<ReplayView>('POST', `/${id}/replay`, { after: second?.eventId });
  await passDays(2);
  await product.sweep();
  const kept = (await product.deliveries(id)).map(({ eventId }) => eventId);
  expect(kept).toEqual([third?.eventId, second?.eventId]);
});

it('keeps the waiting deliveries of a resumed webhook for thirty days from then', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges();
  receiver.answer = answering(410);
  await product.work();
  await passDays(29);
  await product.call('PATCH', `/${id}`, { resume: true });
  await passDays(2);
  await product.sweep();
  expect(await product.deliveries(id, '?state=waiting')).toHaveLength(1);
});

it('keeps deliveries for thirty days', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges(2);
  const [newest] = await product.deliveries(id);
  await product.pool.query(
    `update external.delivery set made_at = now() - interval '30 days 1 second' where event_id <> $1`,
    [newest?.eventId],
  );
  await product.sweep();
  expect((await product.deliveries(id)).length).toBe(1);
});
