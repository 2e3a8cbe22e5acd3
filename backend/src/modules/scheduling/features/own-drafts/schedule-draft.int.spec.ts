import { randomUUID } from 'node:crypto';
import { DRAFT_TEXT, type DraftConflict, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { DraftRequests } from '../../stores/drafts/draft-requests.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';
import { drafting } from '../../testing/drafting.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<SchedulingProduct['as']>;
let drafts: ReturnType<typeof drafting>;
beforeEach(() => {
  [me, drafts] = [product.as(), drafting(product)];
});

const postIn = ({ body }: Readonly<{ body: unknown }>) => body as PostView;
const conflictIn = ({ body }: Readonly<{ body: unknown }>) => body as DraftConflict;
const idsOfPosts = async () => (await me.list()).map(({ id }) => id);
const sweep = () => product.booted.app.get(SchedulingHousekeeping).sweep();
/** Makes it look as if the last request had claimed the draft two minutes earlier. */
const makeClaimOld = (id: string) =>
  product.booted.app
    .get(Pool)
    .query(`update scheduling.draft set claimed_at = claimed_at - interval '2 minutes' where id = $1`, [id]);

it('schedules a draft, and deletes the draft', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello', selectedAccountIds: [3] });
  const { id } = postIn(await me.schedule({ draftId }).expect(201));
  expect(await idsOfPosts()).toEqual([id]);
  expect(await drafts.page()).toMatchObject({ items: [], total: 0 });
  await drafts.show(draftId).expect(404);
  await drafts.restore(draftId).expect(404);
  await drafts.delete(draftId).expect(404);
});

it('schedules one post when many windows schedule the same draft at the same time', async () => {
  product.givePremium(product.user);
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => me.schedule({ draftId })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => postIn(answer).id)).size).toBe(1);
  expect(await idsOfPosts()).toHaveLength(1);
  expect(postIn(await me.schedule({ draftId }).expect(201)).id).toBe(postIn(answers[0] ?? { body: {} }).id);
});

it('schedules one post when windows send different contents, and refuses the other windows', async () => {
  product.givePremium(product.user);
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const contents = ['one', 'two', 'three', 'four'];
  const answers = await Promise.all(contents.map((content) => me.schedule({ draftId, content })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const [scheduled] = await me.list();
  const at = answers.findIndex(({ status }) => status === 201);
  expect(scheduled).toMatchObject({ id: postIn(answers[at] ?? { body: {} }).id, content: contents[at] });
  const later = conflictIn(await me.schedule({ draftId, content: 'five' }).expect(409));
  expect(later).toMatchObject({
    code: 'scheduling.draft-scheduled',
    message: DRAFT_TEXT.otherScheduled,
    postId: scheduled?.id,
  });
  expect(await idsOfPosts()).toHaveLength(1);
});

it('refuses a window that was overtaken by a window with other content', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  await me.schedule({ draftId, content: 'x'.repeat(501) }).expect(422);
  const requests = product.booted.app.get(DraftRequests);
  const postFor = requests.postFor.bind(requests);
  const spy = jest.spyOn(requests, 'postFor').mockImplementationOnce(async (...request) => {
    const answer = await postFor(...request);
    await me.schedule({ draftId, content: 'Faster' }).expect(201);
    return answer;
  });
  const refused = conflictIn(await me.schedule({ draftId, content: 'Slower' }).expect(409));
  spy.mockRestore();
  expect(await me.list()).toMatchObject([{ id: refused.postId, content: 'Faster' }]);
});

it('refuses to save a draft that was scheduled, and returns the id of the post', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const { id: postId } = postIn(await me.schedule({ draftId }).expect(201));
  for (const revision of [null, 1])
    expect(conflictIn(await drafts.save(draftId, { content: 'More' }, revision).expect(412))).toMatchObject({
      code: 'scheduling.draft-gone',
      message: DRAFT_TEXT.scheduled,
      draft: null,
      postId,
    });
  expect(await drafts.ids()).toEqual([]);
});

it('schedules a draft that was never saved, and refuses a save that arrives later', async () => {
  const draftId = randomUUID();
  const { id: postId } = postIn(await me.schedule({ draftId }).expect(201));
  expect(conflictIn(await drafts.save(draftId, { content: 'Hello' }).expect(412))).toMatchObject({ postId });
  expect(postIn(await me.schedule({ draftId }).expect(201)).id).toBe(postId);
});

it('refuses to schedule an outdated revision of a draft', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const newer = (await drafts.save(draftId, { content: 'Hello, and more' }, 1).expect(200)).body as DraftView;
  const refused = conflictIn(await me.schedule({ draftId, draftRevision: 1 }).expect(412));
  expect(refused).toMatchObject({ code: 'scheduling.draft-changed', draft: newer, postId: null });
  expect(await idsOfPosts()).toEqual([]);
  await drafts.delete(draftId).expect(204);
  expect(conflictIn(await me.schedule({ draftId, draftRevision: 1 }).expect(412))).toMatchObject({
    code: 'scheduling.draft-gone',
    draft: null,
  });
  await drafts.restore(draftId).expect(200);
  const body = { draftId, draftRevision: 2, content: 'Hello, and more' };
  const { id } = postIn(await me.schedule(body).expect(201));
  expect(postIn(await me.schedule(body).expect(201)).id).toBe(id);
  expect(conflictIn(await me.schedule({ draftId, draftRevision: 1 }).expect(409)).postId).toBe(id);
  await me.schedule({ draftId, draftRevision: -1 }).expect(400);
  await me.schedule({ draftId: randomUUID(), draftRevision: Number.MAX_SAFE_INTEGER }).expect(412);
});

it('does not change the draft when the post is refused', async () => {
  const draft = await drafts.saved({ content: 'Hello', plannedFor: '2030-01-05T09:00:00Z' });
  const draftId = draft.id;
  await me.schedule({ draftId, content: 'x'.repeat(501) }).expect(422);
  await me.schedule({ draftId, scheduledFor: '2029-01-01T00:00:00Z' }).expect(422);
  for (let count = 0; count < 3; count++) await me.schedule().expect(201);
  await me.schedule({ draftId }).expect(422);
  expect((await drafts.show(draftId).expect(200)).body).toEqual(draft);
  await drafts.save(draftId, { content: 'Shorter' }, 1).expect(200);
  product.givePremium(product.user);
  await me.schedule({ draftId, content: 'Shorter' }).expect(201);
  expect(await drafts.ids()).toEqual([]);
});

it('ignores an Idempotency-Key together with a draft, and separates drafts of different users', async () => {
  const draftId = randomUUID();
  const one = postIn(await me.schedule({ draftId }, { 'idempotency-key': 'a' }).expect(201)).id;
  expect(postIn(await me.schedule({ draftId }, { 'idempotency-key': 'b' }).expect(201)).id).toBe(one);
  const other = await product
    .as('eve')
    .schedule({ draftId, selectedAccountIds: [9] })
    .expect(201);
  expect(postIn(other).id).not.toBe(one);
  for (const wrong of ['x', draftId.toUpperCase(), 5])
    expect((await me.schedule({ draftId: wrong }).expect(400)).body).toMatchObject({
      fields: { draftId: DRAFT_TEXT.idNotValid },
    });
});

it('keeps the draft, and does not write a second post, when the process ends before the post is written', async () => {
  const draft = await drafts.saved({ content: 'Hello' });
  const requests = product.booted.app.get(DraftRequests);
  const { postId } = await requests.postFor(product.user, draft.id, { any: 'request' });
  await requests.take({ userId: product.user, key: draft.id, postId, request: { any: 'request' } });
  expect((await drafts.show(draft.id).expect(200)).body).toEqual(draft);
  // For a minute, the first request may still write the post.
  await me.schedule({ draftId: draft.id }).expect(409);
  await drafts.save(draft.id, { content: 'Changed' }, 1).expect(412);
  await makeClaimOld(draft.id);
  await drafts.save(draft.id, { content: 'Changed' }, 1).expect(200);
  expect(postIn(await me.schedule({ draftId: draft.id }).expect(201)).id).toBe(postId);
  expect(await idsOfPosts()).toEqual([postId]);
  expect(await drafts.ids()).toEqual([]);
});

it('deletes the draft later when the process ends after the post is written', async () => {
  product.givePremium(product.user);
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const end = jest.spyOn(product.booted.app.get(Drafts), 'end').mockRejectedValueOnce(new Error('killed'));
  const { id } = postIn(await me.schedule({ draftId }).expect(201));
  end.mockRestore();
  expect(await drafts.ids()).toEqual([draftId]);
  await sweep();
  expect(await drafts.ids()).toEqual([draftId]);
  await makeClaimOld(draftId);
  // A window with other content gets the id of the post, although the draft's row is still there.
  expect(conflictIn(await me.schedule({ draftId, content: 'Other' }).expect(409)).postId).toBe(id);
  expect(await drafts.ids()).toEqual([]);
  expect(await idsOfPosts()).toEqual([id]);

  const { id: next } = await drafts.saved({ content: 'Hello' });
  jest.spyOn(product.booted.app.get(Drafts), 'end').mockRejectedValueOnce(new Error('killed'));
  await me.schedule({ draftId: next }).expect(201);
  await makeClaimOld(next);
  await sweep();
  expect(await drafts.ids()).toEqual([]);
});

it('stores ids of scheduled drafts for 90 days, and ids of refused requests for two days', async () => {
  const [scheduled, refused] = [randomUUID(), randomUUID()];
  await me.schedule({ draftId: scheduled }).expect(201);
  await me.schedule({ draftId: refused, content: 'x'.repeat(501) }).expect(422);
  const pool = product.booted.app.get(Pool);
  const storedIds = async () =>
    (
      await pool.query<{ id: string }>('select id from scheduling.draft where owner_id = $1', [product.user])
    ).rows.map(({ id }) => id);
  const letDaysPass = (days: number) =>
    pool.query(
      `update scheduling.draft set created_at = created_at - make_interval(days => $1),
         scheduled_at = scheduled_at - make_interval(days => $1), claimed_at = claimed_at - make_interval(days => $1)`,
      [days],
    );
  await letDaysPass(3);
  await sweep();
  expect(await storedIds()).toEqual([scheduled]);
  await letDaysPass(88);
  await sweep();
  expect(await storedIds()).toEqual([]);
});

const failed = (target: Parameters<Parameters<typeof product.publish>[1]>[0]) => [
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: null,
    reason: 'network',
    words: null,
    retryable: false,
    retryAt: null,
  }),
];

it('duplicates a failed post into a draft without a time', async () => {
  const content = {
    content: 'Bread',
    title: 'Today',
    selectedAccountIds: [3, 4],
    targets: [{ accountId: 4, content: 'Shop bread', options: { visibility: 'public' } }],
    timezone: 'Europe/Paris',
  };
  const { id } = postIn(await me.schedule(content).expect(201));
  await product.publish(id, failed);
  const answer = await drafts.duplicate(id).expect(201);
  const draft = answer.body as DraftView;
  expect(answer.headers['location']).toBe(`/api/drafts/${draft.id}`);
  expect(answer.headers['etag']).toBe('"1"');
  expect(draft).toMatchObject({
    revision: 1,
    content: 'Bread',
    title: 'Today',
    hashtags: '',
    plannedFor: null,
    selectedAccountIds: [3, 4],
    targets: [{ accountId: 4, content: 'Shop bread', options: { visibility: 'public' } }],
  });
  expect(await drafts.ids()).toEqual([draft.id]);
  expect(((await drafts.duplicate(id).expect(201)).body as DraftView).id).not.toBe(draft.id);
});

it("does not duplicate another user's post, a deleted post or an unknown post", async () => {
  const { id } = postIn(await me.schedule().expect(201));
  await drafting(product, 'eve').duplicate(id).expect(404);
  await me.delete(id).expect(200);
  for (const missing of [id, 999_999, '01', 'x']) await drafts.duplicate(missing).expect(404);
});
