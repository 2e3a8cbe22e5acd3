import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Client, Pool } from 'pg';
import { PostLimitReached } from '../../domain/post/post-errors.ts';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { DraftRequests } from '../../stores/drafts/draft-requests.ts';
import { PostQuota } from '../../stores/quota/post-quota.ts';
import { drafting } from '../../testing/drafting.ts';
import { schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let me: ReturnType<SchedulingProduct['as']>;
let drafts: ReturnType<typeof drafting>;
beforeEach(() => {
  [me, drafts] = [product.as(), drafting(product)];
});
const requests = () => product.booted.app.get(DraftRequests);

/** Runs `work`, as in another request, immediately before the first statement that matches `form`. */
function beforeStatement(form: RegExp, work: () => Promise<unknown>) {
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const inOtherContext = AsyncLocalStorage.snapshot();
  let isDone = false;
  return jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: readonly unknown[]
  ) {
    if (isDone || !form.test(String(args[0]))) return query.apply(this, [...args]);
    isDone = true;
    return inOtherContext(work).then(() => query.apply(this, [...args]));
  });
}

it('protects a draft until all windows that schedule it have their responses', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const quota = product.booted.app.get(PostQuota);
  const reserve = quota.reserve.bind(quota);
  const [hasTaken, refused] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let slower: Promise<Readonly<{ status: number; body: unknown }>> | undefined;
  const spy = jest
    .spyOn(quota, 'reserve')
    .mockImplementationOnce(async () => {
      slower = me.schedule({ draftId }).then((answer) => answer);
      await hasTaken.promise;
      throw new PostLimitReached();
    })
    .mockImplementationOnce(async (...reservation) => {
      hasTaken.resolve(undefined);
      await refused.promise;
      await reserve(...reservation);
    });
  await me.schedule({ draftId }).expect(422);
  await drafts.save(draftId, { content: 'Newer' }, 1).expect(412);
  await me.schedule({ draftId, content: 'Other' }).expect(409);
  refused.resolve(undefined);
  expect(await slower).toMatchObject({ status: 201, body: { content: 'Hello' } });
  spy.mockRestore();
  expect(await me.list()).toMatchObject([{ content: 'Hello' }]);
});

it('frees a draft when all windows that schedule it were refused', async () => {
  for (let count = 0; count < 3; count++) await me.schedule().expect(201);
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const answers = await Promise.all([1, 2, 3].map(() => me.schedule({ draftId })));
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  await drafts.save(draftId, { content: 'Newer' }, 1).expect(200);
});

it('does not write a second post when the draft was deleted during the request', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const postFor = requests().postFor.bind(requests());
  const spy = jest.spyOn(requests(), 'postFor').mockImplementationOnce(async (...request) => {
    const answer = await postFor(...request);
    await drafts.delete(draftId).expect(204);
    await product.booted.app
      .get(Pool)
      .query(`update scheduling.draft set deleted_at = deleted_at - interval '1 hour' where id = $1`, [
        draftId,
      ]);
    await product.booted.app.get(SchedulingHousekeeping).sweep();
    await me.schedule({ draftId }).expect(201);
    return answer;
  });
  await me.schedule({ draftId }).expect(409);
  spy.mockRestore();
  expect(await me.list()).toHaveLength(1);
});

it('does not save a new draft that another request has scheduled in the meantime', async () => {
  const draftId = randomUUID();
  const keyed = { userId: product.user, key: draftId, request: { any: 'request' } };
  const spy = beforeStatement(/insert into scheduling\.draft .*planned_for/u, async () => {
    const { postId } = await requests().postFor(product.user, draftId, keyed.request);
    await requests().take({ ...keyed, postId });
  });
  const refused = await drafts.save(draftId, { content: 'Later' });
  spy.mockRestore();
  expect([refused.status, refused.body]).toMatchObject([412, { code: 'scheduling.draft-gone' }]);
  await drafts.show(draftId).expect(404);
});

it('schedules a draft that another window releases at this moment', async () => {
  const { id: draftId } = await drafts.saved({ content: 'Hello' });
  const request = { any: 'request' };
  const { postId } = await requests().postFor(product.user, draftId, request);
  const keyed = { userId: product.user, key: draftId, postId, request };
  await requests().take(keyed);
  const spy = beforeStatement(/select claimed_at is not null or/u, () => requests().at(null).giveBack(keyed));
  const scheduled = await me.schedule({ draftId, draftRevision: 1 });
  spy.mockRestore();
  expect([scheduled.status, scheduled.body]).toMatchObject([201, { id: postId }]);
});
