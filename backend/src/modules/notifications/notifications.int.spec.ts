import {
  listNotices,
  NOTICES_SHOWN,
  readNotices,
  type NoticesView,
} from '@posthorn/contracts/notifications/notices.http';
import { changeUserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ownersBench, type OwnersBench } from '../../../test/whole-product/testing/owners-bench.ts';
import { NoticeHousekeeping } from './effects/forget-notices.ts';

let bench: OwnersBench;
type Person = Awaited<ReturnType<OwnersBench['person']>>;
let ana: Person;

beforeAll(async () => {
  bench = await ownersBench();
}, 120_000);
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  const { neighbours } = bench;
  neighbours.target = { cause: 'failed', content: 'Fresh bread from seven.' };
  neighbours.account = { cause: 'reconnect', endsAt: null };
  neighbours.unwelcome.clear();
  neighbours.newComments.clear();
  ana = await bench.person();
});

const shown = async (browser: Person['browser'] = ana.browser) => {
  await bench.catchUp();
  return (await browser.get(listNotices.path)).body as NoticesView;
};
const advanceHours = (hours: number) => {
  bench.clock.set(new Date(bench.clock.now().getTime() + hours * 3_600_000));
};
const choose = (json: object) => ana.browser.send('PUT', changeUserSettings.path, { json });
const read = async (json: object) =>
  (await ana.browser.send('POST', readNotices.path, { json })).body as NoticesView;

it('shows a finally failed post once, and only to its owner', async () => {
  const eve = await bench.person();
  await bench.fails(ana.id, 3, '2030-01-01T12:05:00.000Z');
  expect((await shown()).notices).toEqual([]);
  await bench.fails(ana.id);
  const { notices, unread } = await shown();
  expect(unread).toBe(1);
  expect(notices).toMatchObject([
    {
      kind: 'postFailed',
      cause: 'failed',
      platform: 'bluesky',
      accountName: 'a3.example',
      postId: 7,
      count: 1,
      endsAt: null,
      read: false,
    },
  ]);
  expect(await shown(eve.browser)).toEqual({ notices: [], unread: 0 });
});
it.each(['PlatformPublishUnknown', 'PublishLookedUp'] as const)(
  'shows a post whose outcome only its owner can check (%s)',
  async (type) => {
    bench.neighbours.target = { cause: 'unknown', content: null };
    await bench.needsPerson(ana.id, type);
    expect((await shown()).notices).toMatchObject([{ cause: 'unknown', postId: 7 }]);
  },
);
it('shows an account that needs its owner, and a permission that ends soon', async () => {
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  expect((await shown()).notices).toMatchObject([
    { kind: 'accountExpiring', cause: 'reconnect', endsAt: null, postId: null },
  ]);
  bench.neighbours.account = { cause: 'ending', endsAt: '2030-01-05T09:00:00.000Z' };
  advanceHours(1);
  await bench.needsReconnect(ana.id, 'AccountExpirySeen');
  // The user connected the account again, and the new permission ends soon.
  expect(await shown()).toMatchObject({
    unread: 1,
    notices: [{ kind: 'accountExpiring', cause: 'ending', endsAt: '2030-01-05T09:00:00.000Z', postId: null }],
  });
});
it('hides the notice when the account is connected again or the post no longer fails', async () => {
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  await bench.fails(ana.id);
  expect((await shown()).unread).toBe(2);
  bench.neighbours.account = null;
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ kind: 'postFailed' }] });
  bench.neighbours.target = null;
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('counts each comment once while it is new, and shows nothing when all were seen', async () => {
  const { newComments } = bench.neighbours;
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await shown();
  advanceHours(1);
  await bench.comes(ana.id, 15);
  expect(await shown()).toMatchObject({ unread: 2, notices: [{ count: 1 }, { count: 2 }] });
  newComments.delete(12);
  expect(await shown()).toMatchObject({ unread: 2, notices: [{ count: 1 }, { count: 1 }] });
  newComments.delete(11);
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ count: 1 }] });
  newComments.delete(15);
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('quotes only the newest comment under a post, and no text of other notices', async () => {
  await bench.comes(ana.id, 11);
  await shown();
  advanceHours(1);
  await bench.comes(ana.id, 12);
  await bench.fails(ana.id);
  const { notices } = await shown();
  expect(notices.map(({ kind, quote }) => [kind, quote])).toEqual([
    ['postFailed', null],
    ['newComment', { author: 'Bo', text: 'Comment 12' }],
    ['newComment', null],
  ]);
});
it.each([1, 5])('asks each module only once about all notices (%i of each kind)', async (count) => {
  for (let account = 1; account <= count; account += 1) {
    await bench.comes(ana.id, 10 + account);
    await bench.fails(ana.id, account);
    await bench.needsReconnect(ana.id, 'AccountNeedsReconnect', account);
    await shown();
    advanceHours(1);
  }
  bench.neighbours.asked = { targets: 0, accounts: 0, comments: 0 };
  const query = jest.spyOn(bench.pool, 'query');
  const { notices, unread } = await shown();
  const statements = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
  query.mockRestore();
  expect([notices.length, unread]).toEqual([3 * count, 3 * count]);
  expect(bench.neighbours.asked).toEqual({ targets: 1, accounts: 1, comments: 1 });
  expect(statements.filter((name) => name === 'identity-notices')).toHaveLength(1);
});
it('does not ask a module that has no notice', async () => {
  await bench.fails(ana.id);
  await shown();
  bench.neighbours.asked = { targets: 0, accounts: 0, comments: 0 };
  await shown();
  expect(bench.neighbours.asked).toEqual({ targets: 1, accounts: 0, comments: 0 });
});
it('counts more unread notices than it shows', async () => {
  for (let account = 1; account <= NOTICES_SHOWN + 1; account += 1) await bench.fails(ana.id, account);
  const { notices, unread } = await shown();
  expect([notices.length, unread]).toEqual([NOTICES_SHOWN, NOTICES_SHOWN + 1]);
});
it('updates open pages only after the lists contain the cause', async () => {
  const steps: string[] = [];
  const { app } = bench;
  const settle = jest.spyOn(app.get(ReadGate), 'settle').mockImplementation(({ types }) => {
    steps.push(`lists contain ${[...types.keys()].join()}`);
    return Promise.resolve();
  });
  const publish = jest.spyOn(app.get(LiveUpdates), 'publish').mockImplementation((touched) => {
    steps.push(...touched.filter(({ topic }) => topic === 'notices').map(({ topic }) => topic));
    return Promise.resolve();
  });
  await bench.fails(ana.id);
  await bench.catchUp();
  settle.mockRestore();
  publish.mockRestore();
  expect(steps).toEqual(['lists contain PlatformPublishFailed', 'notices']);
});
it('shows nothing when the cause has ended before the event is handled', async () => {
  bench.neighbours.target = null;
  bench.neighbours.account = null;
  await bench.fails(ana.id);
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  expect((await shown()).notices).toEqual([]);
});
it("combines an hour's comments on a post, without old, hidden or blocked comments", async () => {
  bench.neighbours.unwelcome.add(13);
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await bench.comes(ana.id, 13);
  await bench.comes(ana.id, 14, true);
  const { notices, unread } = await shown();
  expect(notices).toMatchObject([{ kind: 'newComment', cause: 'comments', count: 2 }]);
  expect(unread).toBe(1);
});
it('starts a new count after a notice was read', async () => {
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await shown();
  expect((await read({})).unread).toBe(0);
  await bench.comes(ana.id, 15);
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ count: 1, read: false }] });
});
it("marks one notice as read, or all up to a time, but never another user's notices", async () => {
  const eve = await bench.person();
  await bench.fails(eve.id);
  await bench.fails(ana.id, 3);
  await bench.fails(ana.id, 4);
  const { notices } = await shown();
  const [newer, older] = notices;
  expect(await read({ id: older?.id })).toMatchObject({
    unread: 1,
    notices: [{ read: false }, { read: true }],
  });
  expect((await read({ until: '2020-01-01T00:00:00.000Z' })).unread).toBe(1);
  expect((await read({ until: newer?.at })).unread).toBe(0);
  const [hers] = (await shown(eve.browser)).notices;
  expect((await read({ id: hers?.id })).unread).toBe(0);
  expect((await shown(eve.browser)).unread).toBe(1);
});
it('refuses an invalid time', async () => {
  for (const json of [{ until: 'yesterday' }, { until: '2030-13-01T00:00:00.000Z' }, { id: 0 }, { id: 'x' }])
    expect(await ana.browser.send('POST', readNotices.path, { json })).toMatchObject({
      status: 400,
      body: { code: 'request.not-valid' },
    });
});
it('shows nothing of a kind that is switched off or wanted only by mail', async () => {
  await choose({ postFailed: 'off', newComment: 'mail' });
  await bench.fails(ana.id);
  await bench.comes(ana.id, 11);
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('counts each event once, even when it is handled again after the span has ended', async () => {
  const first = await bench.comes(ana.id, 11);
  const second = await bench.comes(ana.id, 12);
  const failed = await bench.fails(ana.id);
  const before = await shown();
  expect(before.notices).toMatchObject([{ kind: 'postFailed', count: 1 }, { count: 2 }]);
  await bench.handleAgain([...first, ...second, ...failed]);
  expect(await shown()).toEqual(before);
  advanceHours(2);
  await bench.handleAgain([...first, ...second, ...failed]);
  expect(await shown()).toEqual(before);
});
it('requests the mail after a crash between the row and the mail', async () => {
  bench.breaking.at = 'notice/intent';
  await bench.fails(ana.id);
  await expect(bench.catchUp()).rejects.toThrow('ended at notice/intent');
  const { notices } = await shown();
  expect(notices).toMatchObject([{ count: 1 }]);
  const { rows } = await bench.pool.query<{ mail: string }>(
    'select mail_id as mail from identity.notice where user_id = $1',
    [ana.id],
  );
  expect(bench.typesOfMail(rows[0]?.mail ?? '')).toEqual(['NoticeMailWanted']);
});
it('deletes notices after ninety days', async () => {
  await bench.fails(ana.id, 3);
  await bench.fails(ana.id, 4);
  await shown();
  await bench.pool.query(
    `update identity.notice set at = now() - interval '91 days' where user_id = $1 and account_id = 3`,
    [ana.id],
  );
  await bench.app.get(NoticeHousekeeping).sweep();
  expect((await shown()).notices).toMatchObject([{ accountName: 'a4.example' }]);
});
