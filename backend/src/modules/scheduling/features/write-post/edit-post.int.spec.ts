import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { Disconnected } from '../../testing/fake-neighbours.ts';
import { FitCheck } from './fit-check.ts';
import { noon, SchedulingProduct } from '../../testing/scheduling-product.ts';

let product: SchedulingProduct;
let users = 0;
let me: ReturnType<SchedulingProduct['as']>;
beforeAll(async () => {
  product = await SchedulingProduct.start();
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  product.setTime(noon);
  me = product.as(`user${String((users += 1))}`);
});

const post = ({ body }: Response) => body as PostView;
const createPost = async () => post(await me.schedule().expect(201));
const error = ({ body }: Response) => body as ErrorReply;
const current = async (id: number) => post(await me.show(id).expect(200));
const refusal = { code: 'scheduling.post-changed', message: POST_TEXT.changed };

it('refuses a change that was made on an older state of the post, and stores nothing', async () => {
  const { id, revision } = await createPost();
  const first = post(await me.edit(id, { content: 'First', revision }).expect(200));
  expect(first.revision).toBeGreaterThan(revision);
  expect(error(await me.edit(id, { content: 'Second', revision }).expect(409))).toMatchObject(refusal);
  expect(await current(id)).toEqual(first);
  const second = post(await me.edit(id, { content: 'Second', revision: first.revision }).expect(200));
  expect(second).toMatchObject({ content: 'Second' });
});

it('accepts a change without a revision, even after other changes', async () => {
  const { id } = await createPost();
  await me.edit(id, { content: 'First' }).expect(200);
  expect(post(await me.edit(id, { content: 'Second', revision: null }).expect(200)).content).toBe('Second');
});

it('refuses a change that, together with a simultaneous change, no longer fits an account', async () => {
  product.givePremium(`user${String(users)}`);
  const { id } = await createPost();
  const fit = product.booted.app.get(FitCheck);
  const check = fit.check.bind(fit);
  const spy = jest.spyOn(fit, 'check').mockImplementationOnce(async (...planned) => {
    await check(...planned);
    await me.edit(id, { hashtags: '#pots #clay' }).expect(200);
  });
  const refused = error(await me.edit(id, { content: 'x'.repeat(495) }).expect(422));
  spy.mockRestore();
  expect(refused).toMatchObject({ code: 'scheduling.does-not-fit' });
  expect(await current(id)).toMatchObject({ content: 'Hello', hashtags: '#pots #clay' });
});

it('gives a repeated change the same response, because the first response may have been lost', async () => {
  const { id, revision } = await createPost();
  const change = { content: 'First', scheduledFor: '2030-01-02T13:00:00.000Z', revision };
  const first = post(await me.edit(id, change).expect(200));
  expect(post(await me.edit(id, change).expect(200))).toEqual(first);
});

it('gives the same revision in the list, in the post and in the response to a change', async () => {
  const { id, revision } = await createPost();
  expect(await current(id)).toMatchObject({ revision });
  await me.delete(id).expect(200);
  const restored = post(await me.restore(id).expect(200));
  expect(restored.revision).toBeGreaterThan(revision);
  expect(await me.list()).toEqual([restored]);
  expect(await current(id)).toEqual(restored);
});

it('accepts one of two simultaneous changes that were made on the same state', async () => {
  const { id, revision } = await createPost();
  const answers = await Promise.all(['One', 'Other'].map((content) => me.edit(id, { content, revision })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200);
  expect(winner && (await current(id))).toEqual(winner?.body);
});

it('keeps the newest value of fields that a change leaves out, even when another change comes first', async () => {
  const { id } = await createPost();
  const files = product.booted.app.get(KeepMedia);
  const keepFor = files.keepFor.bind(files);
  // `keepFor` is the last step before the decision.
  const spy = jest.spyOn(files, 'keepFor').mockImplementation(async (...args) => {
    spy.mockRestore();
    await me.edit(id, { title: 'Title' }).expect(200);
    return keepFor(...args);
  });
  await me.edit(id, { hashtags: '#tag' }).expect(200);
  expect(await current(id)).toMatchObject({ title: 'Title', hashtags: '#tag' });
});

it.each([-1, 1.5, '1', Number.MAX_VALUE])('refuses %p as a revision', async (revision) => {
  const { id } = await createPost();
  expect(error(await me.edit(id, { revision }).expect(400)).fields).toHaveProperty('revision');
});

it('refuses a change of a started post because it has started, even if the revision is outdated too', async () => {
  const { id, revision } = await createPost();
  await product.publish(id, () => []);
  expect(error(await me.edit(id, { content: 'Too late', revision }).expect(409)).code).toBe(
    'scheduling.already-publishing',
  );
});

describe('a published post', () => {
  const publishPost = async () => {
    const before = await createPost();
    await product.publish(before.id, (target) => [
      eventAbout({ target }, 'PlatformPublished', {
        attemptId: null,
        remoteId: '42',
        permalink: null,
        publishedAt: '2031-01-01T00:00:00.000Z',
        evidence: 'answer',
      }),
    ]);
    return current(before.id);
  };

  it('accepts another title and automatic replies, and does not change on its platforms', async () => {
    product.givePremium(`user${String(users)}`);
    const before = await publishPost();
    const { id, revision, content, scheduledFor } = before;
    const change = { title: 'Later', aiRepliesEnabled: true };
    const after = post(await me.edit(id, { content, scheduledFor, revision, ...change }).expect(200));
    expect(after).toEqual({ ...before, ...change, revision: revision + 1 });
    expect(product.typesOf(`post-${String(id)}`).at(-1)).toBe('PublishedPostEdited');
    expect(post(await me.edit(id, { title: '' }).expect(200)).title).toBeNull();
  });

  it('refuses all other changes', async () => {
    const { id } = await publishPost();
    for (const change of [{ content: 'Other' }, { hashtags: '#other' }])
      expect(error(await me.edit(id, { ...change, title: 'Later' }).expect(409))).toMatchObject({
        code: 'scheduling.already-publishing',
        message: POST_TEXT.notOpen,
      });
  });

  it('accepts automatic replies only with Premium', async () => {
    const { id } = await publishPost();
    expect(error(await me.edit(id, { aiRepliesEnabled: true }).expect(422)).code).toBe(
      'scheduling.ai-needs-premium',
    );
  });
});

describe('the accounts', () => {
  const accountsOf = ({ selectedAccountIds, targets }: PostView) => [
    selectedAccountIds,
    targets.map(({ accountId, content }) => [accountId, content]),
  ];

  it('change with their own texts until publishing starts', async () => {
    const { id, revision } = post(
      await me
        .schedule({ selectedAccountIds: [3, 4], targets: [{ accountId: 3, content: 'Mine' }] })
        .expect(201),
    );
    const change = { selectedAccountIds: [5, 4], targets: [{ accountId: 5, content: 'Long' }], revision };
    const changed = post(await me.edit(id, change).expect(200));
    expect(accountsOf(changed)).toEqual([
      [4, 5],
      [
        [4, null],
        [5, 'Long'],
      ],
    ]);
    expect(product.typesOf(`post-${String(id)}`)).toEqual([
      'PostScheduled',
      'PostTargetsChanged',
      'PostEdited',
    ]);
    expect(await current(id)).toEqual(changed);
    expect((await me.scheduledOn(3).expect(200)).body).toEqual({ count: 0 });
    expect((await me.scheduledOn(5).expect(200)).body).toEqual({ count: 1 });
    expect((await me.history(id).expect(200)).body).toMatchObject({
      events: [{}, { summary: 'The accounts were changed. The post goes to 2 accounts.' }, {}],
    });
    // The client repeats the change, because the response may have been lost.
    expect(post(await me.edit(id, change).expect(200))).toEqual(changed);
    const reverted = post(await me.edit(id, { selectedAccountIds: [3] }).expect(200));
    // The account's own text was removed together with the account.
    expect(accountsOf(reverted)).toEqual([[3], [[3, null]]]);
  });

  it('keep the own text, files and options that an entry leaves out', async () => {
    const options = { visibility: 'private' };
    const targets = [{ accountId: 3, content: 'Mine', options, mediaUrls: [] }];
    const { id } = post(await me.schedule({ targets }).expect(201));
    const afterEdit = async (entry: object) => {
      const change = { targets: [{ accountId: 3, ...entry }] };
      const [target] = post(await me.edit(id, change).expect(200)).targets;
      return [target?.content, target?.options, target?.mediaUrls];
    };
    expect(await afterEdit({ content: 'Ours' })).toEqual(['Ours', options, []]);
    expect(await afterEdit({ options: { visibility: 'public' } })).toEqual([
      'Ours',
      { visibility: 'public' },
      [],
    ]);
    for (const empty of [
      { content: '', options: {} },
      { content: null, options: null },
    ])
      expect(await afterEdit({ ...empty, mediaUrls: null })).toEqual([null, {}, null]);
  });

  it('stay when a change does not contain them', async () => {
    const { id } = post(await me.schedule({ selectedAccountIds: [3, 4] }).expect(201));
    expect(post(await me.edit(id, { content: 'Words' }).expect(200)).selectedAccountIds).toEqual([3, 4]);
    expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled', 'PostEdited']);
  });

  it.each([
    ['an account of another user', { selectedAccountIds: [3, 9] }, 422, 'scheduling.account-unknown'],
    ['no account', { selectedAccountIds: [] }, 400, 'request.not-valid'],
    [
      'an own text for a removed account',
      { selectedAccountIds: [4], targets: [{ accountId: 3, content: 'Mine' }] },
      422,
      'scheduling.target-unknown',
    ],
    [
      'a text that a new account does not accept',
      { content: 'x'.repeat(501), selectedAccountIds: [5, 4] },
      422,
      'scheduling.does-not-fit',
    ],
  ])('are refused with %s, and nothing is stored', async (_, change, status, code) => {
    const before = post(await me.schedule({ selectedAccountIds: [5] }).expect(201));
    expect(error(await me.edit(before.id, change).expect(status)).code).toBe(code);
    expect(await current(before.id)).toEqual(before);
  });

  it('of two windows with the same state: one change succeeds, the other is refused', async () => {
    const { id, revision } = await createPost();
    const answers = await Promise.all(
      [[4], [5]].map((selectedAccountIds) => me.edit(id, { selectedAccountIds, revision })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect(winner && (await current(id))).toEqual(winner?.body);
  });

  it('stay after publishing has started, even on an account without an attempt', async () => {
    const { id } = post(await me.schedule({ selectedAccountIds: [3, 4] }).expect(201));
    await product.publish(id, () => []);
    expect(error(await me.edit(id, { selectedAccountIds: [3] }).expect(409)).code).toBe(
      'scheduling.already-publishing',
    );
    expect((await current(id)).selectedAccountIds).toEqual([3, 4]);
  });

  it('may stay when they are disconnected, but cannot be added then', async () => {
    const { id } = post(await me.schedule({ selectedAccountIds: [3, 4] }).expect(201));
    const disconnected = product.booted.app.get(Disconnected);
    disconnected.ids.add(`user${String(users)}`);
    expect(post(await me.edit(id, { selectedAccountIds: [4] }).expect(200)).selectedAccountIds).toEqual([4]);
    expect(error(await me.edit(id, { selectedAccountIds: [4, 3] }).expect(422)).code).toBe(
      'scheduling.account-unknown',
    );
  });
});
