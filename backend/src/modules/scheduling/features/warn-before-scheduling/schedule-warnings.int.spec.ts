import { randomUUID } from 'node:crypto';
import type { ScheduleWarning } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { beforeEach, expect, it } from '@jest/globals';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  product.setTime(noon);
  product.givePremium(product.user);
  me = product.as();
});

const schedulePost = async (changes: object) =>
  ((await me.schedule(changes).expect(201)).body as PostView).id;
const warnings = async (changes: object = {}, as = me) =>
  ((await as.warnings(changes).expect(200)).body as { warnings: readonly ScheduleWarning[] }).warnings;
const at = (time: string) => `2030-01-${time}:00.000Z`;
const published = (target: Parameters<Parameters<typeof product.publish>[1]>[0]) => [
  eventAbout({ target }, 'PlatformPublished', {
    attemptId: null,
    remoteId: 'r1',
    permalink: null,
    publishedAt: at('01T13:00'),
    evidence: 'answer',
  }),
];
const failed = (target: Parameters<Parameters<typeof product.publish>[1]>[0]) => [
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: null,
    reason: 'network',
    words: null,
    retryable: false,
    retryAt: null,
  }),
];

it('warns about another post within ten minutes and the same text within seven days, on the same account', async () => {
  await schedulePost({ content: 'Bread', scheduledFor: at('01T13:09'), selectedAccountIds: [3, 4] });
  await schedulePost({ scheduledFor: at('08T12:00') });
  expect(await warnings({ targets: [{ accountId: 3 }, { accountId: 5 }] })).toEqual([
    { code: 'close-in-time', accountId: 3, at: at('01T13:09') },
    { code: 'same-text-planned', accountId: 3, at: at('08T12:00') },
  ]);
  expect(await warnings({ scheduledFor: at('01T12:59'), content: '', targets: [{ accountId: 4 }] })).toEqual(
    [],
  );
});

it('compares the text that each account gets', async () => {
  await schedulePost({
    content: 'For most',
    scheduledFor: at('03T13:00'),
    selectedAccountIds: [3, 4],
    targets: [{ accountId: 4, content: 'For the shop' }],
  });
  const targets = [{ accountId: 3 }, { accountId: 4 }];
  const same = (accountId: number) => ({ code: 'same-text-planned', accountId, at: at('03T13:00') });
  expect(await warnings({ content: 'For most', targets })).toEqual([same(3)]);
  expect(await warnings({ content: ' For the shop\n', targets })).toEqual([same(4)]);
  expect(await warnings({ targets: [{ accountId: 3, content: 'For most' }] })).toEqual([same(3)]);
});

it('warns about a text that the account published in the last 30 days, but not about a failed post', async () => {
  await product.publish(await schedulePost({}), published);
  await product.publish(await schedulePost({ selectedAccountIds: [4] }), failed);
  const targets = [{ accountId: 3 }, { accountId: 4 }];
  expect(await warnings({ scheduledFor: at('31T13:00'), targets })).toEqual([
    { code: 'same-text-posted', accountId: 3, at: at('01T13:00') },
  ]);
  expect(await warnings({ scheduledFor: at('31T13:01'), targets })).toEqual([]);
});

it('counts archived posts, because they stay on their platforms, but not deleted or failed posts', async () => {
  const posted = await schedulePost({});
  await product.publish(posted, published);
  const archivedFailure = await schedulePost({ selectedAccountIds: [4] });
  await product.publish(archivedFailure, failed);
  const deleted = await schedulePost({ selectedAccountIds: [5] });
  for (const id of [posted, archivedFailure, deleted]) await me.delete(id).expect(200);
  const targets = [3, 4, 5].map((accountId) => ({ accountId }));
  expect(await warnings({ scheduledFor: at('08T13:00'), targets })).toEqual([
    { code: 'same-text-posted', accountId: 3, at: at('01T13:00') },
  ]);
  for (const hour of ['14', '15']) await schedulePost({ content: hour, scheduledFor: at(`01T${hour}:00`) });
  expect(await warnings({ content: 'Bread', scheduledFor: at('01T16:00') })).toEqual([
    { code: 'too-many-a-day', accountId: 3, max: 3 },
  ]);
});

it('ignores characters of a text that no database can store', async () => {
  await schedulePost({ content: 'Bread', scheduledFor: at('03T13:00') });
  expect(await warnings({ content: ' Br\0e\ud800ad\n' })).toMatchObject([{ code: 'same-text-planned' }]);
});

it('warns about more posts in 24 hours than the platform accepts', async () => {
  const ids = [];
  for (const hour of ['14', '15', '16'])
    ids.push(await schedulePost({ content: hour, scheduledFor: at(`01T${hour}:00`) }));
  expect(await warnings()).toEqual([{ code: 'too-many-a-day', accountId: 3, max: 3 }]);
  // The edited post itself does not count as another post.
  expect(await warnings({ postId: ids[0] })).toEqual([]);
});

it('warns when X mentions another account than the one that the author named', async () => {
  const targets = [{ accountId: 10 }];
  const warning = {
    code: 'mentions-stranger',
    accountId: 10,
    written: '@ana.bsky.social',
    mentioned: '@ana',
  };
  const tom = product.as('tom');
  expect(await warnings({ content: 'With @ana.bsky.social', targets }, tom)).toEqual([warning]);
  expect(
    await warnings({ content: 'Hi', targets: [{ ...targets[0], content: '@ana.bsky.social!' }] }, tom),
  ).toEqual([warning]);
  expect(
    await warnings(
      { content: 'With @ana.bsky.social', targets: [{ ...targets[0], content: 'With @ana_b' }] },
      tom,
    ),
  ).toEqual([]);
  expect(await warnings({ content: 'With @ana.bsky.social' })).toEqual([]);
});

it('does not warn about the post that the draft has already become', async () => {
  const draftId = randomUUID();
  const request = { draftId, scheduledFor: at('01T13:00') };
  expect(await warnings(request)).toEqual([]);
  await schedulePost(request);
  expect(await warnings(request)).toEqual([]);
  expect((await warnings({ ...request, draftId: randomUUID() })).map(({ code }) => code)).toEqual([
    ...['close-in-time', 'same-text-planned'],
  ]);
  const other = await schedulePost({ content: 'Bread', scheduledFor: at('01T13:05') });
  expect(await warnings(request)).toEqual([{ code: 'close-in-time', accountId: 3, at: at('01T13:05') }]);
  expect(await warnings({ ...request, postId: other })).toEqual([]);
});

it('ignores accounts and posts of other users', async () => {
  await schedulePost({});
  expect(await warnings({}, product.as('eve'))).toEqual([]);
});

it.each([
  ['an invalid time', { scheduledFor: 'tomorrow' }, 'scheduledFor'],
  ['a text that is too long', { content: 'x'.repeat(2201) }, 'content'],
  ['targets that are not objects', { targets: [3] }, 'targets'],
  ['an invalid draft id', { draftId: 'x' }, 'draftId'],
  ['an invalid post id', { postId: 0 }, 'postId'],
  ['a post id that the database cannot store', { postId: 1e300 }, 'postId'],
])('refuses %s', async (_, changes, field) => {
  expect(((await me.warnings(changes).expect(400)).body as ErrorReply).fields).toHaveProperty(field);
});
