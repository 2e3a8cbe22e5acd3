import { randomUUID } from 'node:crypto';
import { API_SCOPES, type ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import type { DraftPage, DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { drafting } from '../../testing/drafting.ts';
import { TokenNamesDouble } from '../../testing/history-neighbours.ts';
import { noon, schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec([TestTokens]);
let token: string;
beforeEach(() => {
  product.setTime(noon);
  token = tokenOf(product.user);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, by = token) =>
  request(product.booted.url)[method](`/api/external${path}`).auth(by, { type: 'bearer' });
const withOnly = (...scopes: ApiScope[]) => tokenOf(product.user, scopes);
const draftIn = ({ body }: Readonly<{ body: unknown }>) => body as DraftView;

it('saves a draft under the name of the token, and the user sees the draft', async () => {
  const id = randomUUID();
  const body = {
    content: 'Hello',
    platforms: ['mastodon'],
    accountIds: [3],
    hashtags: ['clay', 'pots'],
    plannedFor: '2030-01-02T09:00:00Z',
    targets: [{ accountId: 3, content: 'Hi' }],
    timezone: 'europe/paris',
    localTime: '2030-01-02T10:00',
  };
  const saved = await call('put', `/drafts/${id}`, withOnly('drafts:write')).send(body).expect(201);
  expect(saved.headers).toMatchObject({ etag: '"1"', location: `/api/external/drafts/${id}` });
  const draft = draftIn(await drafting(product).show(id).expect(200));
  expect(draft).toEqual(saved.body);
  const { platforms, ...kept } = body;
  expect(platforms).toEqual(['mastodon']);
  expect(draft).toMatchObject({
    ...kept,
    timezone: 'Europe/Paris',
    hashtags: '#clay #pots',
    selectedAccountIds: [3],
    plannedFor: '2030-01-02T09:00:00.000Z',
    device: 'My blog',
  });
  expect((await call('get', '/drafts').expect(200)).body as DraftPage).toMatchObject({
    total: 1,
    items: [{ id }],
  });
  const shown = await call('get', `/drafts/${id}`).expect(200);
  expect([draftIn(shown), shown.headers['etag']]).toEqual([draft, '"1"']);
});

it('saves a draft under a name with a code when the name of the token is not known', async () => {
  jest.spyOn(product.booted.app.get(TokenNamesDouble), 'namesOf').mockResolvedValueOnce([]);
  const saved = await call('put', `/drafts/${randomUUID()}`).send({ content: 'Hello' }).expect(201);
  expect(draftIn(saved)).toMatchObject({
    device: 'API token',
    deviceSaid: { code: 'token', variant: 'unknown' },
  });
});

it('does not empty a draft when the body is a list', async () => {
  const { id } = await drafting(product).saved({ content: 'Mine' });
  const body = [{ content: 'Theirs' }];
  const refused = await call('put', `/drafts/${id}`).set('if-match', '"1"').send(body).expect(400);
  expect(refused.body).toMatchObject({ code: 'request.malformed' });
  expect(draftIn(await call('get', `/drafts/${id}`).expect(200))).toMatchObject({
    revision: 1,
    content: 'Mine',
  });
});

it('changes only the revision that the program has read', async () => {
  const { id } = await drafting(product).saved({ content: 'Mine' });
  const change = (revision: string | null, by = token) =>
    call('put', `/drafts/${id}`, by)
      .set(revision === null ? {} : { 'if-match': revision })
      .send({ content: 'Theirs' });
  expect((await change(null).expect(428)).body).toMatchObject({ code: 'scheduling.draft-needs-revision' });
  await change('1').expect(200);
  await drafting(product).save(id, { content: 'Secret' }, 2).expect(200);
  expect((await change('"2"').expect(412)).body).toMatchObject({
    status: 412,
    draft: { content: 'Secret' },
  });
  // A token that may only write gets no text of the user.
  const writeOnly = withOnly('drafts:write');
  for (const answer of [
    await change('"2"', writeOnly).expect(412),
    await call('delete', `/drafts/${id}`, writeOnly).set('if-match', '"2"').expect(412),
  ]) {
    expect(answer.body).toMatchObject({ code: 'scheduling.draft-changed', draft: null });
    expect(answer.text).not.toContain('Secret');
  }
  await call('delete', `/drafts/${id}`, writeOnly).expect(204);
  await call('get', `/drafts/${id}`).expect(404);
});

const WHOLE = {
  content: 'Hello',
  title: 'Title',
  hashtags: '#clay',
  selectedAccountIds: [3],
  targets: [{ accountId: 3, content: 'Mine', options: { visibility: 'private' } }],
  plannedFor: '2030-01-02T09:00:00.000Z',
  timezone: 'Europe/Paris',
  localTime: '2030-01-02T10:00',
};

it('keeps what a partial change of a draft leaves out, for tokens that may read drafts', async () => {
  const { id } = await drafting(product).saved(WHOLE);
  const change = (body: object, revision: string | null, by = token) =>
    call('put', `/drafts/${id}?partial=true`, by)
      .set(revision === null ? {} : { 'if-match': revision })
      .send(body);
  const body = { content: 'Hello all', targets: [{ accountId: 3, content: 'Ours' }] };
  await change(body, '1', withOnly('drafts:write')).expect(403);
  await change(body, null).expect(428);
  const after = {
    ...WHOLE,
    content: 'Hello all',
    targets: [{ accountId: 3, content: 'Ours', options: { visibility: 'private' } }],
  };
  expect(draftIn(await change(body, '1').expect(200))).toMatchObject({ ...after, revision: 2 });
  // The client repeats the change, because the response may have been lost.
  expect(draftIn(await change(body, '1').expect(200))).toMatchObject({ ...after, revision: 2 });
  await change({ content: 'Older' }, '1').expect(412);
  const unplanned = draftIn(await change({ plannedFor: null }, '2').expect(200));
  expect(unplanned).toMatchObject({ content: 'Hello all', plannedFor: null, localTime: null });
  await call('delete', `/drafts/${id}`).expect(204);
  await change({ content: 'Late' }, '3').expect(412);
});

it('empties what a whole change of a draft leaves out', async () => {
  const { id } = await drafting(product).saved(WHOLE);
  const change = call('put', `/drafts/${id}`).set('if-match', '1').send({ content: 'All new' });
  expect(draftIn(await change.expect(200))).toMatchObject({
    content: 'All new',
    title: null,
    selectedAccountIds: [],
    targets: [],
    plannedFor: null,
  });
});

it('neither shows, changes nor schedules drafts of other users', async () => {
  const { id } = await drafting(product).saved(WHOLE);
  const other = tokenOf(`other-${product.user}`);
  await call('get', `/drafts/${id}`, other).expect(404);
  const change = await call('put', `/drafts/${id}?partial=true`, other).set('if-match', '1').send({});
  const schedule = await call('post', `/drafts/${id}/schedule`, other).set('if-match', '1').send({});
  expect([change.status, schedule.status]).toEqual([412, 404]);
  for (const { text } of [change, schedule]) expect(text).not.toContain(WHOLE.content);
  expect(draftIn(await call('get', `/drafts/${id}`).expect(200))).toMatchObject({ ...WHOLE, revision: 1 });
  await call('post', `/drafts/${id}/schedule`).send({}).expect(201);
  await call('post', `/drafts/${id}/schedule`, other).send({}).expect(404);
});

it('schedules a whole draft once, and only the revision that the program has read', async () => {
  const { id } = await drafting(product).saved(WHOLE);
  const schedule = (revision: string | null, body: object = {}, by = token) =>
    call('post', `/drafts/${id}/schedule`, by)
      .set(revision === null ? {} : { 'if-match': revision })
      .send(body);
  for (const scope of ['posts:write', 'drafts:read', 'drafts:write'] as const)
    await schedule('1', {}, withOnly(...API_SCOPES.filter((other) => other !== scope))).expect(403);
  expect((await schedule('2').expect(412)).body).toMatchObject({ code: 'scheduling.draft-changed' });
  const made = await schedule('1').expect(201);
  const post = made.body as PostView;
  expect(post).toMatchObject({
    content: 'Hello',
    title: 'Title',
    hashtags: '#clay',
    selectedAccountIds: [3],
    scheduledFor: WHOLE.plannedFor,
    timezone: 'Europe/Paris',
    targets: [{ accountId: 3, content: 'Mine', options: { visibility: 'private' } }],
  });
  expect(made.headers).toMatchObject({ location: `/api/external/posts/${String(post.id)}` });
  const again = await schedule('1').expect(201);
  expect([(again.body as PostView).id, again.headers['idempotency-replayed']]).toEqual([post.id, 'true']);
  const narrow = await schedule('1', {}, withOnly('posts:write', 'drafts:read', 'drafts:write')).expect(201);
  expect(narrow.text).not.toContain('Mine');
  const other = await schedule('1', { scheduledFor: '2030-01-03T09:00:00Z' }).expect(409);
  expect(other.body).toMatchObject({ code: 'scheduling.draft-scheduled', postId: post.id });
  expect(await product.as().list()).toHaveLength(1);
  await call('get', `/drafts/${id}`).expect(404);
  await call('post', `/drafts/${randomUUID()}/schedule`).send({}).expect(404);
});

it('schedules a draft at another time, and refuses one that is not ready', async () => {
  const schedule = async (draft: object, body: object = {}, by = token) => {
    const { id } = await drafting(product).saved({ ...WHOLE, ...draft });
    return call('post', `/drafts/${id}/schedule`, by).send(body);
  };
  const later = await schedule({}, { scheduledFor: '2030-07-02T09:00:00Z' });
  expect(later.body).toMatchObject({ scheduledFor: '2030-07-02T09:00:00.000Z', timezone: 'Europe/Paris' });
  for (const [draft, field] of [
    [{ content: '' }, 'content'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ plannedFor: null }, 'scheduledFor'],
    [{ selectedAccountIds: [], targets: [] }, 'selectedAccountIds'],
  ] as const)
    expect((await schedule(draft)).body).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  product.givePremium(product.user);
  const withoutReplies = withOnly('posts:write', 'drafts:read', 'drafts:write');
  const refused = await schedule({ aiRepliesEnabled: true }, {}, withoutReplies);
  expect(refused.body).toMatchObject({ status: 403, code: 'external.scope-missing' });
});

it('schedules a draft once, with the scopes for posts and drafts', async () => {
  const { id: draftId } = await drafting(product).saved({ content: 'Hello' });
  const post = { content: 'Hello', accountIds: [3], scheduledFor: '2030-01-01T13:00:00Z', draftId };
  await call('post', '/posts', withOnly('posts:write')).send(post).expect(403);
  const made = await call('post', '/posts').set('idempotency-key', 'a').send(post).expect(201);
  const again = await call('post', '/posts').set('idempotency-key', 'b').send(post).expect(201);
  expect((again.body as PostView).id).toBe((made.body as PostView).id);
  expect(again.headers['idempotency-replayed']).toBe('true');
  await call('get', `/drafts/${draftId}`).expect(404);
  expect((await call('put', `/drafts/${draftId}`).send({}).expect(412)).body).toMatchObject({
    code: 'scheduling.draft-gone',
    postId: (made.body as PostView).id,
  });
  const other = await call('post', '/posts')
    .send({ ...post, content: 'Other' })
    .expect(409);
  expect(other.body).toMatchObject({
    code: 'scheduling.draft-scheduled',
    postId: (made.body as PostView).id,
  });
});

it('schedules only the revision that the program has read', async () => {
  const { id: draftId } = await drafting(product).saved({ content: 'Hello' });
  await drafting(product).save(draftId, { content: 'Secret' }, 1).expect(200);
  const post = { content: 'Hello', accountIds: [3], scheduledFor: '2030-01-01T13:00:00Z', draftId };
  const schedule = (draftRevision: number, by = token) =>
    call('post', '/posts', by).send({ ...post, draftRevision });
  expect((await schedule(1).expect(412)).body).toMatchObject({
    code: 'scheduling.draft-changed',
    draft: { content: 'Secret' },
  });
  const withoutRead = await schedule(1, withOnly('posts:write', 'drafts:write')).expect(412);
  expect(withoutRead.body).toMatchObject({ code: 'scheduling.draft-changed', draft: null });
  expect(withoutRead.text).not.toContain('Secret');
  await schedule(-1).expect(400);
  expect(await product.as().list()).toEqual([]);
  await schedule(2).expect(201);
  await call('get', `/drafts/${draftId}`).expect(404);
});

it('restores a deleted draft without sending its text to a token that may only write', async () => {
  const { id } = await drafting(product).saved({ content: 'Secret' });
  const restore = () => call('post', `/drafts/${id}/restore`, withOnly('drafts:write'));
  await call('delete', `/drafts/${id}`).expect(204);
  for (const answer of [await restore().expect(204), await restore().expect(204)]) {
    expect(answer.headers['etag']).toBe('"1"');
    expect(answer.text).toBe('');
  }
  expect(draftIn(await call('get', `/drafts/${id}`).expect(200))).toMatchObject({ content: 'Secret' });
  await call('post', `/drafts/${randomUUID()}/restore`).expect(404);
});

it('duplicates a post as a draft under the name of a token that may read posts', async () => {
  const { id: postId } = (await product.as().schedule({ content: 'Bread' }).expect(201)).body as PostView;
  const path = `/posts/${String(postId)}/duplicate`;
  await call('post', path, withOnly('drafts:write')).expect(403);
  const made = await call('post', path, withOnly('drafts:write', 'posts:read')).expect(201);
  const draft = draftIn(made);
  expect(draft).toMatchObject({ content: 'Bread', plannedFor: null, device: 'My blog' });
  expect(made.headers).toMatchObject({ etag: '"1"', location: `/api/external/drafts/${draft.id}` });
  expect(draftIn(await call('get', `/drafts/${draft.id}`).expect(200))).toEqual(draft);
  await call('post', '/posts/999999/duplicate').expect(404);
});

it('shows a calendar, with drafts only to tokens that may read them', async () => {
  const { id } = await drafting(product).saved({ content: 'Planned', plannedFor: '2030-01-02T09:00:00Z' });
  await product.as().schedule().expect(201);
  const calendarPath = '/calendar?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z';
  const shown = async (by: string) => (await call('get', calendarPath, by).expect(200)).body as CalendarView;
  expect(await shown(token)).toMatchObject({ items: [{ line: 'Hello' }], drafts: [{ id, line: 'Planned' }] });
  const narrow = withOnly('posts:read');
  expect(await shown(narrow)).toMatchObject({ items: [{ line: 'Hello' }], drafts: [] });
  await call('get', `${calendarPath}&status=draft`, narrow).expect(403);
  await call('get', `${calendarPath}&status=draft`).expect(200);
  await call('get', calendarPath, withOnly('drafts:read')).expect(403);
});

it('moves posts in bulk, and reports each result', async () => {
  const { id } = (await product.as().schedule().expect(201)).body as PostView;
  const body = { ids: [id, 999_999], action: 'move', byDays: 1 };
  const answer = await call('post', '/posts/bulk', withOnly('posts:write')).send(body).expect(200);
  expect(answer.body).toMatchObject({
    results: [
      { id, ok: true },
      { id: 999_999, ok: false, code: 'scheduling.post-not-found' },
    ],
  });
  expect((await product.as().show(id)).body).toMatchObject({ scheduledFor: '2030-01-02T13:00:00.000Z' });
});

it.each([
  ['put', `/drafts/${randomUUID()}`, 'drafts:write'],
  ['delete', `/drafts/${randomUUID()}`, 'drafts:write'],
  ['post', `/drafts/${randomUUID()}/restore`, 'drafts:write'],
  ['get', '/drafts', 'drafts:read'],
  ['get', `/drafts/${randomUUID()}`, 'drafts:read'],
  ['get', '/calendar?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z', 'posts:read'],
  ['post', '/posts/bulk', 'posts:write'],
] as const)('allows %s %s only for tokens with the scope %s', async (method, path, scope) => {
  const without = tokenOf(
    product.user,
    API_SCOPES.filter((other) => other !== scope),
  );
  await call(method, path, without).expect(403);
  expect((await call(method, path, withOnly(scope))).status).not.toBe(403);
});
