import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import type { PublicationEvent, Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { SchedulingProduct } from '../../testing/scheduling-product.ts';
import { DeletePost } from './delete-post.command.ts';

/** A store that calls a function just before the next append to a stream. */
class StoreWithRaces extends InMemoryEventStore {
  readonly before = new Map<string, () => Promise<unknown>>();
  override async append(...args: Parameters<InMemoryEventStore['append']>) {
    const beforeAppend = this.before.get(args[0]);
    this.before.delete(args[0]);
    await beforeAppend?.();
    return super.append(...args);
  }
}

const store = new StoreWithRaces();
const me = () => product.as('ana');
let product: SchedulingProduct;
let id = 0;
beforeAll(async () => {
  product = await SchedulingProduct.start(store);
}, 60_000);
afterAll(() => product.close());

const DUE = '2030-01-01T13:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(DUE) + count * 60_000);
const refused = (target: Target): PublicationEvent[] => [
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: null,
    reason: 'network',
    words: null,
    retryable: true,
    retryAt: minutes(5).toISOString(),
  }),
];
const attemptStarted = (target: Target) =>
  eventAbout({ target }, 'PublishAttemptStarted', {
    attemptId: 'a1',
    number: 1,
    contentHash: 'hash',
    fingerprint: 'print',
    startedAt: minutes(5).toISOString(),
    startBy: minutes(6).toISOString(),
    deadline: minutes(7).toISOString(),
  });
/** `nextAt`: when the product looks the post up; null: a person decides. */
const outcomeUnknown = (nextAt: string | null) => (target: Target) =>
  eventAbout({ target }, 'PlatformPublishUnknown', {
    attemptId: 'a1',
    cause: 'timeout',
    words: null,
    nextAt,
  });
const record = (accountId: number, make: (target: Target) => PublicationEvent) =>
  product.asWorker(() =>
    product.booted.app
      .get(StreamWriter)
      .decide(publicationStream, publicationId(id, accountId), () => [
        make({ postId: id, accountId, ownerId: 'ana', platform: 'mastodon' }),
      ]),
  );
const eventTypesOf = (accountId: number) => product.typesOf(`publication-${String(id)}-${String(accountId)}`);
const targets = async () => ((await me().show(id).expect(200)).body as PostView).targets;

// Before each test, both accounts of the post wait for another try.
beforeEach(async () => {
  product.setTime(minutes(-60));
  product.givePremium('ana');
  const answer = await me()
    .schedule({ selectedAccountIds: [3, 4], scheduledFor: DUE })
    .expect(201);
  id = (answer.body as PostView).id;
  await product.publish(id, refused);
  product.setTime(minutes(1));
});

it('does not cancel a target while an attempt is running', async () => {
  await record(4, attemptStarted);
  const { body } = (await me().delete(id).expect(409)) as { body: { message: string } };
  expect(body.message).toBe(POST_TEXT.started);
  expect(eventTypesOf(3)).toEqual(['PlatformPublishFailed']);
});

it('does not cancel a started post when only unpublished posts may be removed', async () => {
  const removal = product.asWorker(() =>
    product.booted.app.get(CommandBus).execute(new DeletePost('ana', id, true)),
  );
  await expect(removal).rejects.toThrow(POST_TEXT.started);
  for (const accountId of [3, 4]) expect(eventTypesOf(accountId)).toEqual(['PlatformPublishFailed']);
});

it('gives simultaneous deletions the same response, and deletes once', async () => {
  const deletePost = () => me().delete(id).expect(200);
  const [one, ...others] = (await Promise.all([deletePost(), deletePost(), deletePost()])).map(
    ({ body }) => body as object,
  );
  expect(one).toMatchObject({ outcome: 'archived', targets: [{ accountId: 3 }, { accountId: 4 }] });
  for (const other of [...others, (await deletePost()).body as object]) expect(other).toEqual(one);
  for (const accountId of [3, 4])
    expect(eventTypesOf(accountId)).toEqual(['PlatformPublishFailed', 'PublicationCancelled']);
  expect(product.typesOf(`post-${String(id)}`).filter((type) => type === 'PostArchived')).toHaveLength(1);
});

it('refuses a removal during which an attempt starts, and lets the owner send cancelled targets again', async () => {
  store.before.set(`publication-${String(id)}-4`, () => record(4, attemptStarted));
  const { body } = (await me().delete(id).expect(409)) as { body: { message: string } };
  expect(body.message).toBe(POST_TEXT.startedMeanwhile);
  expect(eventTypesOf(3)).toEqual(['PlatformPublishFailed', 'PublicationCancelled']);
  expect(await targets()).toMatchObject([{ status: 'failed' }, { status: 'publishing' }]);
  await me().retry(id, 3).expect(200);
  expect(eventTypesOf(3).at(-1)).toBe('PublishRetryRequested');
  expect(await targets()).toMatchObject([{ status: 'publishing' }, { status: 'publishing' }]);
});

it('continues with the cancelled targets when the removal is undone in time', async () => {
  await me().delete(id).expect(200);
  const { body } = (await me().restore(id).expect(200)) as { body: PostView };
  expect(body.targets).toMatchObject([
    { status: 'publishing', nextAttemptAt: minutes(1).toISOString() },
    { status: 'publishing', nextAttemptAt: minutes(1).toISOString() },
  ]);
  expect(eventTypesOf(3)).toEqual(['PlatformPublishFailed', 'PublicationCancelled', 'PublishRetryRequested']);
});

it('does not publish after a late undo, but accepts a retry by the owner', async () => {
  await me().delete(id).expect(200);
  product.setTime(minutes(6 * 60));
  const { body } = (await me().restore(id).expect(200)) as { body: PostView };
  expect(body.targets).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  expect(eventTypesOf(3).at(-1)).toBe('PublicationCancelled');
  await me().retry(id, 3).expect(200);
});

it('archives a post whose outcome only a person can find out, and cancels its waiting targets', async () => {
  await record(4, attemptStarted);
  await record(4, outcomeUnknown(null));
  const { body } = (await me().delete(id).expect(200)) as { body: object };
  expect(body).toMatchObject({ outcome: 'archived', targets: [{ status: 'failed' }, { status: 'unknown' }] });
  expect(eventTypesOf(3).at(-1)).toBe('PublicationCancelled');
  expect(eventTypesOf(4).at(-1)).toBe('PlatformPublishUnknown');
  await me().restore(id).expect(200);
  expect(await targets()).toMatchObject([
    { status: 'publishing' },
    { status: 'unknown', nextAttemptAt: null },
  ]);
});

it('does not remove a post whose outcome is still looked up', async () => {
  await record(4, attemptStarted);
  await record(4, outcomeUnknown(minutes(6).toISOString()));
  await me().delete(id).expect(409);
  expect(eventTypesOf(3)).toEqual(['PlatformPublishFailed']);
});
