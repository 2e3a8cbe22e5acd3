import {
  listNotices,
  NOTICES_SHOWN,
  readNotices,
  type NoticesView,
} from '@posthorn/contracts/notifications/notices.http';
import { changeUserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
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
const later = (hours: number) => {
  bench.clock.set(new Date(bench.clock.now().getTime() + hours * 3_600_000));
};
const choose = (json: object) => ana.browser.send('PUT', changeUserSettings.path, { json });
const read = async (json: object) =>
  (await ana.browser.send('POST', readNotices.path, { json })).body as NoticesView;

it('tells of a post that failed for good, once, and nobody else of it', async () => {
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
  'tells of a post that only a person can judge (%s)',
  async (type) => {
    bench.neighbours.target = { cause: 'unknown', content: null };
    await bench.needsPerson(ana.id, type);
    expect((await shown()).notices).toMatchObject([{ cause: 'unknown', postId: 7 }]);
  },
);
it('tells of an account that needs its owner, and of a permission that ends', async () => {
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  expect((await shown()).notices).toMatchObject([
    { kind: 'accountExpiring', cause: 'reconnect', endsAt: null, postId: null },
  ]);
  bench.neighbours.account = { cause: 'ending', endsAt: '2030-01-05T09:00:00.000Z' };
  later(1);
  await bench.needsReconnect(ana.id, 'AccountExpirySeen');
  // It was connected again before its permission could end.
  expect(await shown()).toMatchObject({
    unread: 1,
    notices: [{ kind: 'accountExpiring', cause: 'ending', endsAt: '2030-01-05T09:00:00.000Z', postId: null }],
  });
});
it('says no more that an account has to be connected again, or a post failed, once that is over', async () => {
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  await bench.fails(ana.id);
  expect((await shown()).unread).toBe(2);
  bench.neighbours.account = null;
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ kind: 'postFailed' }] });
  bench.neighbours.target = null;
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('says of comments how many are still new, each once, and nothing when all were seen', async () => {
  const { newComments } = bench.neighbours;
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await shown();
  later(1);
  await bench.comes(ana.id, 15);
  expect(await shown()).toMatchObject({ unread: 2, notices: [{ count: 1 }, { count: 2 }] });
  newComments.delete(12);
  expect(await shown()).toMatchObject({ unread: 2, notices: [{ count: 1 }, { count: 1 }] });
  newComments.delete(11);
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ count: 1 }] });
  newComments.delete(15);
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('asks the inbox once, however many notices are of comments', async () => {
  for (let comment = 11; comment < 16; comment += 1) {
    await bench.comes(ana.id, comment);
    await shown();
    later(1);
  }
  bench.neighbours.askedOfComments = 0;
  const { notices, unread } = await shown();
  expect([notices.length, unread, bench.neighbours.askedOfComments]).toEqual([5, 5, 1]);
});
it('counts what is unread also where more is told than is shown', async () => {
  for (let account = 1; account <= NOTICES_SHOWN + 1; account += 1) await bench.fails(ana.id, account);
  const { notices, unread } = await shown();
  expect([notices.length, unread]).toEqual([NOTICES_SHOWN, NOTICES_SHOWN + 1]);
});
it('tells nothing of what is over when it is heard', async () => {
  bench.neighbours.target = null;
  bench.neighbours.account = null;
  await bench.fails(ana.id);
  await bench.needsReconnect(ana.id, 'AccountNeedsReconnect');
  expect((await shown()).notices).toEqual([]);
});
it('gathers the comments of an hour under a post, without those that are old, hidden or blocked', async () => {
  bench.neighbours.unwelcome.add(13);
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await bench.comes(ana.id, 13);
  await bench.comes(ana.id, 14, true);
  const { notices, unread } = await shown();
  expect(notices).toMatchObject([{ kind: 'newComment', cause: 'comments', count: 2 }]);
  expect(unread).toBe(1);
});
it('counts anew what comes after a notice was read', async () => {
  await bench.comes(ana.id, 11);
  await bench.comes(ana.id, 12);
  await shown();
  expect((await read({})).unread).toBe(0);
  await bench.comes(ana.id, 15);
  expect(await shown()).toMatchObject({ unread: 1, notices: [{ count: 1, read: false }] });
});
it('marks one as read, or all up to a time, and leaves those of others alone', async () => {
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
it('refuses a time that is none', async () => {
  for (const json of [{ until: 'yesterday' }, { until: '2030-13-01T00:00:00.000Z' }, { id: 0 }, { id: 'x' }])
    expect(await ana.browser.send('POST', readNotices.path, { json })).toMatchObject({
      status: 400,
      body: { code: 'request.not-valid' },
    });
});
it('shows nothing of a kind that is switched off, or is wanted by mail alone', async () => {
  await choose({ postFailed: 'off', newComment: 'mail' });
  await bench.fails(ana.id);
  await bench.comes(ana.id, 11);
  expect(await shown()).toEqual({ notices: [], unread: 0 });
});
it('tells once however often a fact is heard, also when the time for gathering is over', async () => {
  const first = await bench.comes(ana.id, 11);
  const second = await bench.comes(ana.id, 12);
  const failed = await bench.fails(ana.id);
  const before = await shown();
  expect(before.notices).toMatchObject([{ kind: 'postFailed', count: 1 }, { count: 2 }]);
  await bench.handleAgain([...first, ...second, ...failed]);
  expect(await shown()).toEqual(before);
  later(2);
  await bench.handleAgain([...first, ...second, ...failed]);
  expect(await shown()).toEqual(before);
});
it('goes on after it ended between the row and the mail', async () => {
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
it('forgets what nobody looks for any more after ninety days', async () => {
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
