import { randomUUID } from 'node:crypto';
import {
  DRAFT,
  DRAFT_TEXT,
  type DraftConflict,
  type DraftView,
} from '@posthorn/contracts/scheduling/drafts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { RowsChanged } from '#infrastructure/readers/rows-changed.ts';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';
import { drafting } from '../../testing/drafting.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<typeof drafting>;
beforeEach(() => {
  me = drafting(product);
});

const pool = () => product.booted.app.get(Pool);
const conflict = ({ body }: Readonly<{ body: unknown }>) => body as DraftConflict;
const code = ({ body }: Readonly<{ body: unknown }>) => (body as ErrorReply).code;

const FULL_DRAFT = {
  content: 'Half a sen ',
  title: 'Bread',
  hashtags: '',
  plannedFor: '2030-02-01T09:00:00+01:00',
  timezone: 'Europe/Paris',
  localTime: '2030-02-01T09:00',
  aiRepliesEnabled: true,
  selectedAccountIds: [3, 4],
  targets: [{ accountId: 5, content: 'Longer', options: { visibility: 'public' }, mediaUrls: [] }],
};

it('stores the whole content of a draft unchanged, and the browser of the last change', async () => {
  const id = randomUUID();
  const answer = await me
    .save(id, FULL_DRAFT)
    .set('user-agent', 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0')
    .expect(201);
  const draft = answer.body as DraftView;
  expect(draft).toEqual({
    ...FULL_DRAFT,
    id,
    revision: 1,
    plannedFor: '2030-02-01T08:00:00.000Z',
    accountIds: [3, 4, 5],
    mediaFiles: [],
    createdAt: draft.changedAt,
    changedAt: expect.any(String),
    device: 'Firefox on Windows',
    deviceSaid: { code: 'browser', values: { browser: 'Firefox', system: 'Windows' } },
  });
  expect(answer.headers['etag']).toBe('"1"');
  const shown = await me.show(id).expect(200);
  expect(shown.body).toEqual(draft);
  expect(shown.headers['etag']).toBe('"1"');
});

it('stores the time zone of a draft under its usual name', async () => {
  expect((await me.saved({ timezone: 'america/new_york' })).timezone).toBe('America/New_York');
});

it('stores an empty draft, and a draft that is too long for a post', async () => {
  expect(await me.saved()).toMatchObject({
    content: '',
    title: null,
    hashtags: null,
    accountIds: [],
    plannedFor: null,
  });
  const content = '🥐'.repeat(DRAFT.contentMax);
  expect((await me.saved({ content })).content).toBe(content);
});

it('encrypts the texts of a draft with the key of its owner', async () => {
  const { id } = await me.saved({
    content: 'Secret bread',
    targets: [{ accountId: 3, content: 'Secret cake' }],
  });
  const { rows } = await pool().query<{ row: string; hidden: Buffer }>(
    `select words::text || own::text || d::text as row from scheduling.draft d where id = $1`,
    [id],
  );
  const [{ row } = { row: '' }] = rows;
  for (const word of ['Secret', 'bread', 'cake']) {
    expect(row).not.toContain(word);
    expect(row).not.toContain(Buffer.from(word).toString('hex'));
  }
  await product.booted.app.get(PersonalKeys).destroy(product.user);
  await me.show(id).expect(404);
});

it('refuses the save of a device when another device has saved a newer revision', async () => {
  const { id } = await me.saved({ content: 'Bread' });
  const phone = await me.save(id, { content: 'Bread and cake' }, 1).expect(200);
  expect(phone.body).toMatchObject({ revision: 2, content: 'Bread and cake' });
  expect(phone.headers['etag']).toBe('"2"');
  const laptop = conflict(await me.save(id, { content: 'Bread and jam' }, 1).expect(412));
  expect(laptop).toMatchObject({
    code: 'scheduling.draft-changed',
    message: DRAFT_TEXT.changed,
    postId: null,
  });
  expect(laptop.draft).toEqual(phone.body);
  expect((await me.show(id)).body).toMatchObject({ content: 'Bread and cake' });
  await me.save(id, { content: 'Bread and jam' }, 2).expect(200);
});

it('requires the revision of an existing draft', async () => {
  const { id } = await me.saved({ content: 'Bread' });
  expect(code(await me.save(id, { content: 'Cake' }).expect(428))).toBe('scheduling.draft-needs-revision');
  for (const header of ['"1', '"x"', '*', '"1", "2"', '01'])
    expect(code(await me.save(id, { content: 'Cake' }).set('if-match', header).expect(400))).toBe(
      'request.not-valid',
    );
  await me.save(id, { content: 'Cake' }).set('if-match', 'W/"1"').expect(200);
});

it('gives a repeated save the same response, and the same revision', async () => {
  const id = randomUUID();
  const first = await me.save(id, FULL_DRAFT).expect(201);
  for (const revision of [null, 1, 7]) {
    const again = await me.save(id, FULL_DRAFT, revision).expect(200);
    expect(again.body).toEqual(first.body);
  }
});

it('lets only one of several simultaneous saves succeed', async () => {
  const id = randomUUID();
  const answers = await Promise.all(['one', 'two', 'three'].map((content) => me.save(id, { content })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 428, 428]);
  const changes = await Promise.all(['a', 'b', 'c'].map((content) => me.save(id, { content }, 1)));
  expect(changes.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

it('notifies other devices only of changes', async () => {
  const publish = jest.spyOn(product.booted.app.get(RowsChanged), 'publish');
  const takeNotifications = () => {
    const notifications = publish.mock.calls.flatMap(([touched]) => touched);
    publish.mockClear();
    return notifications;
  };
  const drafts = [{ userId: product.user, topic: 'drafts' }];
  const { id } = await me.saved({ content: 'Bread' });
  expect(takeNotifications()).toEqual(drafts);
  await me.save(id, { content: 'Bread' }, 1).expect(200);
  await me.save(id, { content: 'Cake' }, 7).expect(412);
  await me.page();
  expect(takeNotifications()).toEqual([]);
  await me.save(id, { content: 'Cake' }, 1).expect(200);
  expect(takeNotifications()).toEqual(drafts);
  await me.delete(id).expect(204);
  await me.restore(id).expect(200);
  expect(takeNotifications()).toEqual([...drafts, ...drafts]);
  await product.as().schedule({ draftId: id }).expect(201);
  expect(takeNotifications()).toContainEqual(drafts[0]);
  publish.mockRestore();
});

it('lists drafts in pages, the latest change first, and counts them all', async () => {
  const ids: string[] = [];
  for (let count = 0; count < DRAFT.pageLimit + 2; count++)
    ids.push((await me.saved({ content: String(count) })).id);
  await me.save(ids[0] ?? '', { content: 'changed' }, 1).expect(200);
  const { items, nextCursor, total } = await me.page();
  expect(total).toBe(ids.length);
  expect(items).toHaveLength(DRAFT.pageLimit);
  expect(items[0]).toMatchObject({ id: ids[0], content: 'changed', revision: 2 });
  const rest = await me.page(nextCursor);
  expect(rest.nextCursor).toBeNull();
  expect([...items, ...rest.items].map(({ id }) => id)).toEqual([ids[0] ?? '', ...ids.slice(1).reverse()]);
});

it('ends a page of long drafts at 1 MB', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 14; count++)
    ids.push((await me.saved({ content: `${String(count)}${'🥐'.repeat(DRAFT.contentMax - 2)}` })).id);
  const first = await me.page();
  expect(first.items.length).toBeLessThan(14);
  const rest = await me.page(first.nextCursor);
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids.reverse());
});

it('does not read more drafts from the database than fit into a page', async () => {
  const content = '🥐'.repeat(DRAFT.contentMax - 1);
  for (let count = 0; count < 16; count++) await me.saved({ content });
  const rows = product.booted.app.get(DraftRows);
  const { lines, found } = await rows.page(product.user, DRAFT.pageLimit + 1, null);
  expect(found).toBe(16);
  expect(lines.length).toBeLessThanOrEqual(Math.ceil(DRAFT.pageBytesMax / Buffer.byteLength(content)));
});

it('deletes a draft, and restores it within ten minutes', async () => {
  const draft = await me.saved(FULL_DRAFT);
  await me.delete(draft.id).expect(204);
  await me.delete(draft.id).expect(204);
  await me.show(draft.id).expect(404);
  expect(await me.page()).toEqual({ items: [], nextCursor: null, total: 0 });
  const gone = conflict(await me.save(draft.id, { content: 'Typed meanwhile' }, 1).expect(412));
  expect(gone).toMatchObject({ code: 'scheduling.draft-gone', draft: null, postId: null });
  expect((await me.restore(draft.id).expect(200)).body).toEqual(draft);
  await me.restore(draft.id).expect(200);
  await me.delete(draft.id).expect(204);
  await pool().query(`update scheduling.draft set deleted_at = now() - interval '11 minutes' where id = $1`, [
    draft.id,
  ]);
  await product.booted.app.get(SchedulingHousekeeping).sweep();
  await me.restore(draft.id).expect(404);
  const { rowCount } = await pool().query('select from scheduling.draft where id = $1', [draft.id]);
  expect(rowCount).toBe(0);
});

it('deletes a draft only at the revision of the request', async () => {
  const { id } = await me.saved({ content: 'Bread' });
  await me.save(id, { content: 'Cake' }, 1).expect(200);
  expect(conflict(await me.delete(id, 1).expect(412)).draft).toMatchObject({ content: 'Cake' });
  await me.delete(id, 2).expect(204);
});

it("does not show, change or delete another user's draft", async () => {
  const { id } = await me.saved({ content: 'Mine' });
  const eve = drafting(product, 'eve');
  await eve.show(id).expect(404);
  await eve.delete(id).expect(404);
  await eve.restore(id).expect(404);
  expect(conflict(await eve.save(id, { content: 'Hers' }, 1).expect(412)).draft).toBeNull();
  // The same id can be used for a draft of Eve, so that she does not learn about the other draft.
  await eve.save(id, { content: 'Hers' }).expect(201);
  expect((await me.show(id)).body).toMatchObject({ content: 'Mine', revision: 1 });
  await eve.delete(id).expect(204);
  expect((await me.show(id)).body).toMatchObject({ content: 'Mine' });
});

it('stores at most 500 drafts of a user, even when three are saved at the same time', async () => {
  const { drafts: limit } = ENTITLEMENTS.free;
  expect(limit).toBe(500);
  await pool().query(
    `insert into scheduling.draft (owner_id, id, revision, words, own)
     select $1, gen_random_uuid(), 1, '', '' from generate_series(2, $2::int)`,
    [product.user, limit],
  );
  const answers = await Promise.all([1, 2, 3].map(() => me.save(randomUUID(), {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(answers.map(code)).toContain('scheduling.draft-limit-reached');
  const { id } = answers.find(({ status }) => status === 201)?.body as DraftView;
  // Existing drafts can still change. A deleted draft makes room, and can be restored only while there is
  // room.
  await me.save(id, { content: 'Bread' }, 1).expect(200);
  await me.delete(id).expect(204);
  await me.saved();
  expect(code(await me.restore(id).expect(422))).toBe('scheduling.draft-limit-reached');
});

it('limits the size of a draft and of all drafts together', async () => {
  const long = 'x'.repeat(90_000);
  const targets = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ accountId: at + 1, content: `${String(at)}${long}` }));
  expect(code(await me.save(randomUUID(), { targets: targets(8) }).expect(422))).toBe(
    'scheduling.draft-too-large',
  );
  expect(code(await me.save(randomUUID(), { targets: targets(12) }).expect(413))).toBe('request.too-large');
  await me.saved({ targets: targets(7) });
  await pool().query('update scheduling.draft set bytes = $2 where owner_id = $1', [
    product.user,
    DRAFT.allBytesMax,
  ]);
  expect((await me.save(randomUUID(), { content: 'x' }).expect(422)).body).toMatchObject({
    code: 'scheduling.draft-limit-reached',
    message: DRAFT_TEXT.allTooLarge,
  });
});

it('does not empty a draft when the body is missing, is a list, or has a type that it cannot read', async () => {
  const { id } = await me.saved({ content: 'Bread' });
  const { url, headers } = {
    url: `/api/drafts/${id}`,
    headers: { 'x-test-user': product.user, 'if-match': '"1"' },
  };
  const save = () => request(product.booted.url).put(url).set(headers);
  for (const answer of [
    await save(),
    await save().send([{ content: 'Cake' }]),
    await save().type('text/plain').send('{"content":"Cake"}'),
    await save().field('content', 'Cake'),
  ]) {
    expect(answer.status).toBe(400);
    expect(code(answer)).toBe('request.malformed');
  }
  expect((await me.show(id).expect(200)).body).toMatchObject({ revision: 1, content: 'Bread' });
});

it('removes characters that no platform accepts, and refuses values of the wrong type', async () => {
  expect((await me.saved({ content: 'a\0b\ud800c', title: 'x\0' })).content).toBe('abc');
  const refused: readonly (readonly [object, string])[] = [
    [{ content: 5 }, 'content'],
    [{ content: 'x'.repeat(DRAFT.contentMax + 1) }, 'content'],
    [{ plannedFor: 'soon' }, 'plannedFor'],
    [{ plannedFor: '2030-01-01T09:00' }, 'plannedFor'],
    [{ plannedFor: '+010000-01-01T00:00:00Z' }, 'plannedFor'],
    [{ plannedFor: '0000-01-01T00:00:00Z' }, 'plannedFor'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ selectedAccountIds: ['3'] }, 'selectedAccountIds'],
    [{ selectedAccountIds: [[3]] }, 'selectedAccountIds'],
    [{ targets: [[]] }, 'targets'],
    [{ targets: [null] }, 'targets'],
    [{ mediaFiles: 'x' }, 'mediaFiles'],
    [{ aiRepliesEnabled: 'yes' }, 'aiRepliesEnabled'],
  ];
  for (const [body, field] of refused) {
    const answer = await me.save(randomUUID(), body).expect(400);
    expect(Object.keys((answer.body as ErrorReply).fields ?? {})[0]).toContain(field);
  }
  expect(
    code(await me.save(randomUUID(), { mediaFiles: [{ mediaUrl: '/media/none.jpg' }] }).expect(422)),
  ).toBe('scheduling.media-unknown');
  await me
    .save(randomUUID(), { content: null, plannedFor: null, targets: null, mediaFiles: null })
    .expect(201);
});

it.each(['ABCDEF00-0000-4000-8000-000000000001', 'abcdef0000004000800000000000000001', '1', '%00', "x'--"])(
  'accepts only the normal spelling of an id, and not %s',
  async (id) => {
    await me.show(id).expect(404);
    await me.delete(id).expect(404);
    await me.restore(id).expect(404);
    expect((await me.save(id, {}).expect(400)).body).toMatchObject({ fields: { id: DRAFT_TEXT.idNotValid } });
  },
);

it.each([
  'x',
  Buffer.from('soon x').toString('base64url'),
  Buffer.from("2030-01-01T00:00:00.000Z 'x").toString('base64url'),
])('refuses the cursor %s', async (cursor) => {
  const answer = await me.pageAnswer(cursor).expect(400);
  expect(answer.body).toMatchObject({
    code: 'request.not-valid',
    fields: { cursor: DRAFT_TEXT.cursorNotValid },
  });
});
