import { setTimeout as pause } from 'node:timers/promises';
import {
  EXTERNAL_EVENT_TEXT,
  EXTERNAL_EVENTS,
  type PublicEvent,
} from '@posthorn/contracts/external/events.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { FeedHousekeeping } from '#modules/external-api/effects/forget-feed.ts';
import { FeedProduct, ofPost, scheduled } from './testing/feed-product.ts';
import { EVENTS_VIEW } from '#modules/external-api/read-models/feed/feed.projection.ts';

const DAY = 86_400_000;
const UNKNOWN = 'evt_00000000-0000-4000-8000-000000000000';
let product: FeedProduct;
beforeAll(async () => {
  product = await FeedProduct.start();
}, 60_000);
afterAll(() => product.close());

const eventually = async (attempt: () => Promise<void>): Promise<void> => {
  for (const until = Date.now() + 5_000; ;)
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(5);
    }
};
const typesOf = (events: readonly PublicEvent[]) => events.map(({ type }) => type);

it('returns the events of the owner, and none to other users', async () => {
  await product.write('post', 1, scheduled('ana', 1), ofPost('PostCancelled', 'ana', 1));
  const { events, cursor, more } = await product.events('ana');
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^evt_[\da-f-]{36}$/u),
      type: 'post.scheduled',
      at: '2030-01-01T12:00:00.000Z',
      data: {
        postId: 1,
        scheduledFor: '2030-01-01T12:00:00.000Z',
        accounts: [{ accountId: 3, platform: 'mastodon' }],
      },
    },
    { ...events[1], type: 'post.cancelled', data: { postId: 1 } },
  ]);
  expect([cursor, more]).toEqual([events[1]?.id, false]);
  expect(JSON.stringify(events)).not.toContain('Bread');
  expect(await product.events('eve')).toEqual({ events: [], cursor: 'start', more: false });
  const others = await product.call('eve', `?after=${cursor}`);
  expect([others.status, await others.json()]).toMatchObject([
    410,
    { code: 'external.cursor-gone', oldest: null, message: EXTERNAL_EVENT_TEXT.cursorGone, status: 410 },
  ]);
});

it('returns the events after the cursor, in pages', async () => {
  for (let postId = 10; postId < 15; postId++) await product.append('post', postId, scheduled('bea', postId));
  await product.catchUp();
  const first = await product.events('bea', '?limit=2');
  const second = await product.events('bea', `?limit=2&after=${first.cursor}`);
  const third = await product.events('bea', `?limit=2&after=${second.cursor}`);
  expect([first.more, second.more, third.more]).toEqual([true, true, false]);
  const posts = [...first.events, ...second.events, ...third.events].map(({ data }) => data);
  expect(posts).toMatchObject([10, 11, 12, 13, 14].map((postId) => ({ postId })));
  const end = await product.events('bea', `?after=${third.cursor}`);
  expect(end).toEqual({ events: [], cursor: third.cursor, more: false });
  expect(await product.events('bea', '?after=now')).toEqual(end);
});

it('returns only the requested types, and a cursor after the skipped events', async () => {
  await product.write(
    ...(['post', 20] as const),
    ...[scheduled('cai', 20), ofPost('PostCancelled', 'cai', 20), ofPost('PostRestored', 'cai', 20)],
  );
  await product.write('publication', '20-3', {
    type: 'PublicationCancelled',
    schema: 1,
    data: { postId: 20, accountId: 3, ownerId: 'cai', platform: 'mastodon', reason: 'post-removed' },
  });
  const all = await product.events('cai');
  expect(typesOf(all.events)).toHaveLength(4);
  const some = await product.events('cai', '?types=publication.*,post.cancelled&limit=1');
  expect([typesOf(some.events), some.cursor, some.more]).toEqual([
    ...[['post.cancelled'], all.events[1]?.id, true],
  ]);
  const next = await product.events('cai', `?types=publication.*,post.cancelled&after=${some.cursor}`);
  expect([typesOf(next.events), next.more]).toEqual([['publication.failed'], false]);
  const none = await product.events('cai', '?types=plan.changed');
  expect(none).toEqual({ events: [], cursor: all.cursor, more: false });
});

it.each([
  ['?after=7', 400, 'external.cursor-not-valid'],
  [`?after=${UNKNOWN.toUpperCase()}`, 400, 'external.cursor-not-valid'],
  ['?types=post.sung', 400, 'request.not-valid'],
  ['?types=', 400, 'request.not-valid'],
  ['?types=post.edited&types=post.sung', 400, 'request.not-valid'],
  ['?limit=0', 400, 'request.not-valid'],
  ['?limit=101', 400, 'request.not-valid'],
  [`?after=${UNKNOWN}`, 410, 'external.cursor-gone'],
])('refuses %s with %i %s, in the list and in the stream', async (query, status, code) => {
  const listed = await product.call('ana', query);
  expect([listed.status, await listed.json()]).toMatchObject([status, { code }]);
  if (query.startsWith('?limit')) return;
  const followed = await product.call('ana', `/stream${query}`);
  expect([followed.status, await followed.json()]).toMatchObject([status, { code }]);
});

it('has the same events with the same ids after a rebuild', async () => {
  const before = { ana: await product.all('ana'), bea: await product.all('bea', 2) };
  const rows = () => product.pool.query(`select * from ${EVENTS_VIEW} order by owner_id, number`);
  const { rows: rowsBefore } = await rows();
  await product.rebuild();
  expect((await rows()).rows).toEqual(rowsBefore);
  expect({ ana: await product.all('ana', 1), bea: await product.all('bea') }).toEqual(before);
  // A program that continues from an id that it got before the rebuild gets the later events.
  const { events } = await product.events('bea', `?after=${before.bea[2]?.id ?? ''}`);
  expect(events).toEqual(before.bea.slice(3));
});

it('deletes events after 90 days, and a program continues from the last event that it has read', async () => {
  await product.write('post', 30, scheduled('dan', 30), ofPost('PostArchived', 'dan', 30));
  const [old, last] = await product.all('dan');
  const { clock } = product.booted;
  const before = clock.now();
  clock.set(new Date(before.getTime() + (EXTERNAL_EVENTS.keptDays + 1) * DAY));
  await product.booted.app.get(FeedHousekeeping).sweep();
  const nothing = { events: [], more: false };
  expect(await product.events('dan')).toEqual({ ...nothing, cursor: 'start' });
  expect(await product.events('dan', '?after=now')).toEqual({ ...nothing, cursor: last?.id });
  await product.write('post', 30, ofPost('PostRestored', 'dan', 30));
  const feedNow = async () => {
    const { events } = await product.events('dan', `?after=${last?.id ?? ''}`);
    const gone = await product.call('dan', `?after=${old?.id ?? ''}`);
    return { events, gone: (await gone.json()) as unknown };
  };
  const beforeRebuild = await feedNow();
  expect(typesOf(beforeRebuild.events)).toEqual(['post.restored']);
  expect(beforeRebuild.gone).toMatchObject({ status: 410, oldest: beforeRebuild.events[0]?.id });
  await product.rebuild();
  expect(await feedNow()).toMatchObject({
    events: beforeRebuild.events,
    gone: { oldest: beforeRebuild.events[0]?.id },
  });
  clock.set(before);
});

it('contains nothing of an erased user', async () => {
  await product.write('post', 32, scheduled('lea', 32));
  const [event] = await product.all('lea');
  await product.write('erasure', 'lea', { type: 'SubjectErased', schema: 1, data: { userId: 'lea' } });
  expect(await product.events('lea', '?after=now')).toEqual({ events: [], cursor: 'start', more: false });
  expect((await product.call('lea', `?after=${event?.id ?? ''}`)).status).toBe(410);
});

it('waits until the feed contains the event of the cursor', async () => {
  await product.write('post', 35, scheduled('eli', 35));
  await product.append('post', 35, ofPost('PostCancelled', 'eli', 35));
  const stored = [];
  for await (const event of product.store.readStream('post-35')) stored.push(event);
  const { cursor } = await product.events('eli', `?after=evt_${stored.at(-1)?.id ?? ''}`);
  expect(cursor).toBe(`evt_${stored.at(-1)?.id ?? ''}`);
});

describe('the stream', () => {
  it('starts with the next event, and sends it only to its owner', async () => {
    await product.write('post', 40, scheduled('fay', 40));
    const [fays, bens] = [await product.follow('fay'), await product.follow('ben')];
    expect([fays.reply.status, fays.reply.headers.get('content-type')]).toEqual([
      ...[200, 'text/event-stream; charset=utf-8'],
    ]);
    for (const name of ['ratelimit', 'ratelimit-policy', 'x-request-id'])
      expect(fays.reply.headers.get(name)).not.toBeNull();
    await product.write('post', 40, ofPost('PostCancelled', 'fay', 40));
    await product.write('post', 41, scheduled('ben', 41));
    expect([await fays.untilCount(1), await bens.untilCount(1)]).toEqual([true, true]);
    expect(typesOf(fays.events)).toEqual(['post.cancelled']);
    expect(bens.events).toMatchObject([{ data: { postId: 41 } }]);
    const [event] = fays.events;
    const { id = '' } = event ?? {};
    expect(fays.text).toMatch(/^retry: 3000\nid: evt_[\da-f-]{36}\n\n/u);
    expect(fays.text).toContain(`id: ${id}\nevent: post.cancelled\ndata: ${JSON.stringify(event)}\n\n`);
    await Promise.all([fays.close(), bens.close()]);
  });

  it('continues after the last id, first with stored events and then with new events', async () => {
    for (let postId = 50; postId < 60; postId++)
      await product.append(
        ...(['post', postId] as const),
        ...Array.from({ length: 15 }, (_, at) =>
          at === 0
            ? scheduled('gus', postId)
            : ofPost(at % 2 ? 'PostCancelled' : 'PostRestored', 'gus', postId),
        ),
      );
    await product.catchUp();
    const all = await product.all('gus');
    expect(all).toHaveLength(150);
    const lastId = all[19]?.id ?? '';
    const stream = await product.follow('gus', '?after=start', { 'last-event-id': lastId });
    await stream.untilCount(130);
    await product.write('post', 60, scheduled('gus', 60));
    await stream.untilCount(131);
    expect(stream.events).toEqual([...all.slice(20), ...(await product.all('gus')).slice(150)]);
    await stream.close();
  });

  it('sends an id before its first event, so that a program can reconnect without a loss', async () => {
    const first = await product.follow('hal');
    expect([await first.until(() => first.lastId !== ''), first.lastId]).toEqual([true, 'start']);
    await first.close();
    await product.write('post', 70, scheduled('hal', 70));
    const next = await product.follow('hal', '', { 'last-event-id': first.lastId });
    expect([await next.untilCount(1), typesOf(next.events)]).toEqual([true, ['post.scheduled']]);
    await next.close();
  });

  it('sends only events of the requested types', async () => {
    const stream = await product.follow('ivy', '?after=start&types=post.cancelled');
    await product.write('post', 80, scheduled('ivy', 80), ofPost('PostCancelled', 'ivy', 80));
    expect([await stream.untilCount(1), typesOf(stream.events)]).toEqual([true, ['post.cancelled']]);
    await stream.close();
  });

  it('allows a token at most three streams', async () => {
    const streams = [await product.follow('jon'), await product.follow('jon'), await product.follow('jon')];
    const refused = await product.call('jon', '/stream');
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'external.streams-too-many' },
    ]);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await product.events('jon')).events).toEqual([]);
    await streams[0]?.close();
    await eventually(async () => {
      const again = await product.follow('jon');
      expect(again.reply.status).toBe(200);
      await again.close();
    });
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('ends the response to a HEAD request immediately', async () => {
    const { headers, status } = await fetch(`${product.booted.url}/api/external/events/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${product.tokenOf('ana')}` },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('ends when the product stops', async () => {
    const stream = await product.follow('kai');
    product.booted.app.get(LiveUpdates).endAll();
    await stream.ended();
  });
});
