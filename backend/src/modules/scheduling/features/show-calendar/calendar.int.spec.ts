import { CALENDAR, CALENDAR_TEXT, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { drafting } from '../../testing/drafting.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  product.setTime(noon);
  product.givePremium(product.user);
  me = product.as();
});

const JANUARY = { from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' };
const send = (query: object = {}, user = product.user) =>
  request(product.booted.url)
    .get('/api/calendar')
    .query({ ...JANUARY, ...query })
    .set('x-test-user', user);
const shown = async (query: object = {}) => (await send(query).expect(200)).body as CalendarView;
const idsOf = ({ items }: CalendarView) => items.map(({ id }) => id);
const schedulePost = async (changes: object) =>
  ((await me.schedule(changes).expect(201)).body as PostView).id;

it('shows the posts of a span, the earliest first, each with the first line of its text', async () => {
  const late = await schedulePost({
    scheduledFor: '2030-01-31T23:59:59.000Z',
    content: 'Sale!\n\nAll week.',
  });
  const early = await schedulePost({ content: `${'🎺'.repeat(70)} end`, selectedAccountIds: [3, 4] });
  await schedulePost({ scheduledFor: '2030-02-01T00:00:00.000Z' });
  const { items, accounts, more } = await shown();
  expect(items).toEqual([
    {
      id: early,
      scheduledFor: '2030-01-01T13:00:00.000Z',
      line: `${'🎺'.repeat(CALENDAR.lineMax - 1)}…`,
      accounts: [3, 4],
      status: 'scheduled',
      attention: false,
      movable: true,
      thumbnail: null,
    },
    expect.objectContaining({ id: late, line: 'Sale!…' }),
  ]);
  expect(accounts).toEqual([
    { id: 3, platform: 'mastodon', accountName: 'ana@mastodon.test' },
    { id: 4, platform: 'mastodon', accountName: 'shop@mastodon.test' },
  ]);
  expect(more).toBe(false);
});

it('shows a started post with its outcome, but no deleted posts and no posts of other users', async () => {
  const failed = await schedulePost({});
  await me.delete(await schedulePost({})).expect(200);
  await product.publish(failed, (target) => [
    eventAbout({ target }, 'PlatformPublishFailed', {
      attemptId: null,
      reason: 'network',
      words: null,
      retryable: false,
      retryAt: null,
    }),
  ]);
  expect((await shown()).items).toEqual([
    expect.objectContaining({ id: failed, status: 'failed', attention: true, movable: false }),
  ]);
  expect(((await send({}, 'eve').expect(200)).body as CalendarView).items).toEqual([]);
});

it('shows drafts at their planned times, only with accounts of their owner', async () => {
  const drafts = drafting(product);
  const planned = { plannedFor: '2030-01-05T09:00:00+01:00', selectedAccountIds: [3, 9] };
  const late = await drafts.saved({ ...planned, plannedFor: '2030-01-31T23:59:59.999Z', content: ' \n' });
  const early = await drafts.saved({ ...planned, content: 'Sale!\n\nAll week.' });
  await drafts.saved({ content: 'Not planned' });
  await drafts.saved({ ...planned, plannedFor: '2030-02-01T00:00:00Z' });
  await drafts.delete((await drafts.saved(planned)).id).expect(204);
  const post = await schedulePost({});
  const view = await shown();
  expect(view.drafts).toEqual([
    {
      draft: true,
      id: early.id,
      revision: 1,
      scheduledFor: '2030-01-05T08:00:00.000Z',
      line: 'Sale!…',
      accounts: [3],
      thumbnail: null,
    },
    expect.objectContaining({ id: late.id, line: '' }),
  ]);
  expect(view.accounts).toEqual([{ id: 3, platform: 'mastodon', accountName: 'ana@mastodon.test' }]);
  expect(await shown({ status: 'draft' })).toMatchObject({
    items: [],
    drafts: [{ id: early.id }, { id: late.id }],
  });
  expect(await shown({ status: 'scheduled' })).toMatchObject({ items: [{ id: post }], drafts: [] });
  expect((await shown({ accounts: '4' })).drafts).toEqual([]);
  expect((await shown({ accounts: '3,4' })).drafts).toHaveLength(2);
  expect((await shown({ accounts: '9' })).drafts).toEqual([]);
  expect(((await send({}, 'eve').expect(200)).body as CalendarView).drafts).toEqual([]);
});

it.each([
  ['before the year 1', '0000-01-01T00:00:00Z', '0000-02-01T00:00:00Z'],
  ['at the end of the year 9999', '9999-12-15T00:00:00Z', '+010000-01-15T00:00:00Z'],
  ['after the year 9999', '+012030-01-01T00:00:00Z', '+012030-02-01T00:00:00Z'],
])('shows an empty calendar %s', async (_, from, to) => {
  await drafting(product).saved({ plannedFor: '2030-01-05T09:00:00Z' });
  expect(await shown({ from, to })).toMatchObject({ items: [], drafts: [] });
});

it('filters by accounts and by status', async () => {
  const [three, four] = [await schedulePost({}), await schedulePost({ selectedAccountIds: [4] })];
  const both = await schedulePost({ selectedAccountIds: [3, 4] });
  expect(idsOf(await shown({ accounts: '4' }))).toEqual([four, both]);
  expect(idsOf(await shown({ accounts: '3,4' }))).toEqual([three, four, both]);
  expect(idsOf(await shown({ status: 'scheduled' }))).toEqual([three, four, both]);
  expect(idsOf(await shown({ status: 'posted' }))).toEqual([]);
  expect(idsOf(await shown({ status: 'attention' }))).toEqual([]);
});

it.each([
  ['no beginning', { from: undefined }, 'from', CALENDAR_TEXT.fromRequired],
  ['an end without an offset', { to: '2030-02-01T00:00:00' }, 'to', CALENDAR_TEXT.toRequired],
  ['an end before the beginning', { to: '2029-12-31T00:00:00Z' }, 'to', CALENDAR_TEXT.spanNotValid],
  ['more than 62 days', { to: '2030-03-05T00:00:00Z' }, 'to', CALENDAR_TEXT.spanNotValid],
  ['accounts that are not ids', { accounts: '3,x' }, 'accounts', CALENDAR_TEXT.accountsNotValid],
  ['a status that does not exist', { status: 'late' }, 'status', CALENDAR_TEXT.statusNotValid],
])('refuses %s', async (_, query, field, message) => {
  const { fields } = (await send(query).expect(400)).body as ErrorReply;
  expect(fields).toEqual({ [field]: message });
});
