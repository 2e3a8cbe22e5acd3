import { MANY_POSTS_TEXT, type OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import request from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { publicationId } from '../../domain/publication/publication.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  product.setTime(noon);
  product.givePremium(product.user);
  me = product.as();
});

const send = (body: object) =>
  request(product.booted.url).post('/api/posts/bulk').set('x-test-user', product.user).send(body);
const results = async (body: object) =>
  ((await send(body).expect(200)).body as { results: readonly OnePostResult[] }).results;
const schedulePost = async (changes: object = {}) =>
  ((await me.schedule(changes).expect(201)).body as PostView).id;
const timeOf = async (id: number) => ((await me.show(id).expect(200)).body as PostView).scheduledFor;
const typesOf = (id: number) => product.typesOf(`post-${String(id)}`);
const PARIS = { timezone: 'Europe/Paris', scheduledFor: '2030-03-30T08:00:00.000Z' };
const failedEvents =
  (retryable: boolean) => (target: Parameters<Parameters<typeof product.publish>[1]>[0]) => [
    eventAbout({ target }, 'PlatformPublishFailed', {
      attemptId: null,
      reason: 'network',
      words: null,
      retryable,
      retryAt: retryable ? '2031-01-01T00:05:00.000Z' : null,
    }),
  ];

it('moves posts by days, and keeps their local time across a clock change', async () => {
  const ids = [await schedulePost(PARIS), await schedulePost({ scheduledFor: '2030-03-30T08:00:00.000Z' })];
  expect(await results({ ids, action: 'move', byDays: 1 })).toEqual(
    ids.map((id) => ({ id, ok: true, scheduledFor: '2030-03-31T07:00:00.000Z' })),
  );
  for (const id of ids) expect(await timeOf(id)).toBe('2030-03-31T07:00:00.000Z');
  expect(typesOf(ids[0] ?? 0)).toEqual(['PostScheduled', 'PostRescheduled']);
});

it('moves a post by days in the zone of the request, returns the new time, and moves it back', async () => {
  // 9 o'clock in New York is 14:00 in Paris on the first day, and 15:00 on the second.
  const before = '2030-03-29T13:00:00.000Z';
  const id = await schedulePost({ timezone: 'America/New_York', scheduledFor: before });
  const request = { ids: [id], action: 'move', byDays: 2, timezone: 'europe/paris', times: [before] };
  const after = '2030-03-31T12:00:00.000Z';
  for (const time of ['first', 'repeated'])
    expect([time, await results(request)]).toEqual([time, [{ id, ok: true, scheduledFor: after }]]);
  expect((await me.show(id).expect(200)).body).toMatchObject({
    scheduledFor: after,
    timezone: 'America/New_York',
  });
  const back = { ids: [id], action: 'move', times: [after], byMinutes: -2820 };
  expect(await results(back)).toEqual([{ id, ok: true, scheduledFor: before }]);
});

it('moves posts by minutes, and returns a separate result for each refused post', async () => {
  const [started, deleted, past, movable] = [
    await schedulePost(),
    await schedulePost(),
    await schedulePost(),
    await schedulePost({ scheduledFor: '2030-01-01T20:00:00.000Z' }),
  ];
  await product.publish(started, failedEvents(true));
  await me.delete(deleted).expect(200);
  const ids = [started, deleted, past, movable, 999_999];
  expect(await results({ ids, action: 'move', byMinutes: -180 })).toMatchObject([
    { id: started, ok: false, code: 'scheduling.already-publishing' },
    { id: deleted, ok: false, code: 'scheduling.post-not-found' },
    { id: past, ok: false, code: 'scheduling.time-is-past', message: 'Schedule time must be in the future' },
    { id: movable, ok: true, scheduledFor: '2030-01-01T17:00:00.000Z' },
    { id: 999_999, ok: false, code: 'scheduling.post-not-found' },
  ]);
  expect(await timeOf(movable)).toBe('2030-01-01T17:00:00.000Z');
});

it('moves a post only from the time that the client shows, and only once when the request is repeated', async () => {
  const id = await schedulePost(PARIS);
  const request = { ids: [id], action: 'move', byDays: 1, times: [PARIS.scheduledFor] };
  const scheduledFor = '2030-03-31T07:00:00.000Z';
  expect(await results(request)).toEqual([{ id, ok: true, scheduledFor }]);
  expect(await results(request)).toEqual([{ id, ok: true, scheduledFor }]);
  expect(await timeOf(id)).toBe(scheduledFor);
  expect(await results({ ...request, byDays: 5 })).toMatchObject([
    { id, ok: false, code: 'scheduling.post-changed' },
  ]);
  expect(typesOf(id)).toEqual(['PostScheduled', 'PostRescheduled']);
});

it('deletes posts, and sends each failed account of a post again', async () => {
  const [deleted, failed, fine] = [await schedulePost(), await schedulePost(), await schedulePost()];
  await product.publish(failed, failedEvents(false));
  expect(await results({ ids: [deleted], action: 'delete' })).toEqual([{ id: deleted, ok: true }]);
  await me.show(deleted).expect(404);
  expect(await results({ ids: [failed, fine], action: 'retry' })).toMatchObject([
    { id: failed, ok: true },
    { id: fine, ok: false, code: 'scheduling.target-not-retryable' },
  ]);
  expect(product.typesOf(`publication-${publicationId(failed, 3)}`).at(-1)).toBe('PublishRetryRequested');
});

it('sends a post again on each account that can take it, although another account is disconnected', async () => {
  for (const disconnectedId of [3, 4]) {
    const id = await schedulePost({ selectedAccountIds: [3, 4] });
    await product.publish(id, failedEvents(false));
    const connection = jest
      .spyOn(product.booted.app.get(AccountConnections), 'connectionOf')
      .mockImplementation((accountId) =>
        Promise.resolve(accountId === disconnectedId ? 'disconnected' : 'active'),
      );
    expect(await results({ ids: [id], action: 'retry' })).toEqual([{ id, ok: true }]);
    const last = (accountId: number) => product.typesOf(`publication-${publicationId(id, accountId)}`).at(-1);
    expect(last(7 - disconnectedId)).toBe('PublishRetryRequested');
    expect(last(disconnectedId)).toBe('PlatformPublishFailed');
    // The healthy account publishes now, so only the disconnected one is left.
    expect(await results({ ids: [id], action: 'retry' })).toMatchObject([
      { id, ok: false, code: 'scheduling.account-not-connected' },
    ]);
    connection.mockRestore();
  }
});

it("does not change another user's posts", async () => {
  const id = await schedulePost();
  for (const body of [{ action: 'move', byDays: 1 }, { action: 'delete' }, { action: 'retry' }]) {
    const answer = await request(product.booted.url)
      .post('/api/posts/bulk')
      .set('x-test-user', 'eve')
      .send({ ids: [id], ...body })
      .expect(200);
    expect(answer.body).toMatchObject({ results: [{ id, ok: false, code: 'scheduling.post-not-found' }] });
  }
  expect(typesOf(id)).toEqual(['PostScheduled']);
});

const MOVE = { ids: [1], action: 'move', byDays: 1 };
it.each([
  ['no posts', { ids: [] }, 'ids', MANY_POSTS_TEXT.idsNotValid],
  ['the same post twice', { ids: [1, 1] }, 'ids', MANY_POSTS_TEXT.idsNotValid],
  ['101 posts', { ids: Array.from({ length: 101 }, (_, at) => at + 1) }, 'ids', MANY_POSTS_TEXT.idsNotValid],
  ['ids that are not numbers', { ids: ['1'] }, 'ids', MANY_POSTS_TEXT.idsNotValid],
  ['an unknown action', { action: 'publish' }, 'action', MANY_POSTS_TEXT.actionNotValid],
  ['a move without a distance', { byDays: undefined }, 'byDays', MANY_POSTS_TEXT.distanceNotValid],
  ['a move by days and minutes', { byMinutes: 5 }, 'byDays', MANY_POSTS_TEXT.distanceNotValid],
  ['a move by half a day', { byDays: 0.5 }, 'byDays', MANY_POSTS_TEXT.distanceNotValid],
  ['a move by a hundred years', { byDays: 36_500 }, 'byDays', MANY_POSTS_TEXT.distanceNotValid],
  ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone', POST_TEXT.timezoneNotValid],
  ['too few times', { times: [] }, 'times', MANY_POSTS_TEXT.timesNotValid],
  ['an invalid time', { times: ['soon'] }, 'times', MANY_POSTS_TEXT.timesNotValid],
])('refuses %s', async (_, changes, field, message) => {
  const { fields } = (await send({ ...MOVE, ...changes }).expect(400)).body as ErrorReply;
  expect(fields).toEqual({ [field]: message });
});
