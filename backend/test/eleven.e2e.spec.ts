import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  accountOn,
  accountsOf,
  connectAll,
  PUBLISHING,
  targetFor,
  uploadVideo,
  uploadPicture,
} from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

const PREMIUM = 'premium@eleven.example';
let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let accounts: readonly AccountView[];

beforeAll(async () => {
  product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: PREMIUM } });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, PREMIUM);
  accounts = await connectAll(ana);
});
afterAll(() => product.close());

const targets = () => Promise.all(accounts.map((account) => targetFor(ana, account)));

it('publishes one post on all eleven platforms, once on each', async () => {
  const content = 'One film for everybody';
  const request = {
    title: 'A film',
    content,
    mediaFiles: [{ mediaUrl: await uploadVideo(ana), altText: 'A film of the harbour' }],
    targets: await targets(),
  };
  const { body } = await ana.client.post<{ accounts: readonly PrecheckView[] }>(
    '/api/posts/precheck',
    request,
  );
  expect(body.accounts.filter(({ ok }) => !ok)).toEqual([]);
  const scheduled = await ana.schedule([], content, { ...request, selectedAccountIds: undefined });
  expect(scheduled.status).toBe(201);
  const post = await ana.settled(scheduled.body.id, ['posted', 'failed', 'unknown'], 120);
  expect(post.platformStatuses).toEqual(Object.fromEntries(PUBLISHING.map((name) => [name, 'posted'])));
  // Snapchat stories have no text.
  const received = (await sandbox.posts()).filter(({ text }) => text === '' || text.includes(content));
  expect(received.map(({ platform }) => platform).sort()).toEqual([...PUBLISHING].sort());
});

it('sends each account its own files of one post: two pictures, the video, or none', async () => {
  const [one, two, video] = [
    await uploadPicture(ana),
    await uploadPicture(ana, '#05c'),
    await uploadVideo(ana),
  ];
  const content = 'Something for each';
  const chosen = { facebook: [two, one], twitter: [video], mastodon: [], pinterest: [video, one] };
  const request = {
    content,
    mediaFiles: [one, two, video].map((mediaUrl) => ({ mediaUrl })),
    targets: await Promise.all(
      Object.entries(chosen).map(async ([platform, mediaUrls]) => ({
        ...(await targetFor(ana, accountOn(accounts, platform))),
        mediaUrls,
      })),
    ),
  };
  const everything = {
    ...request,
    targets: request.targets.map((target) => ({ ...target, mediaUrls: null })),
  };
  expect((await ana.schedule([], content, { ...everything, selectedAccountIds: undefined })).status).toBe(
    422,
  );
  const { body } = await ana.schedule([], content, { ...request, selectedAccountIds: undefined });
  const post = await ana.settled(body.id, ['posted', 'failed', 'unknown'], 120);
  expect(post.targets.map(({ platform, status, mediaUrls }) => [platform, status, mediaUrls])).toEqual(
    Object.entries(chosen).map(([platform, urls]) => [platform, 'posted', urls]),
  );
  const received = (await sandbox.postsWith(content)).map(
    ({ platform, media }) => [platform, media.map(({ type }) => type.split('/')[0])] as const,
  );
  expect(Object.fromEntries(received)).toEqual({
    facebook: ['image', 'image'],
    twitter: ['video'],
    mastodon: [],
    pinterest: expect.arrayContaining(['video']),
  });
  expect(received).toHaveLength(4);
});

it('publishes a video with the chosen cover of each account, and refuses a time after the end', async () => {
  const content = 'A film with a cover';
  const moments = { instagram: 2_500, tiktok: 0, pinterest: 11_000 };
  const request = (later = 0) =>
    Promise.all(
      Object.entries(moments).map(async ([platform, coverAt]) => {
        const target = await targetFor(ana, accountOn(accounts, platform));
        return { ...target, options: { ...target.options, coverAt: coverAt + later } };
      }),
    );
  const mediaFiles = [{ mediaUrl: await uploadVideo(ana) }];
  const more = { mediaFiles, selectedAccountIds: undefined };
  const halves = (await request()).map((target) => ({
    ...target,
    options: { ...target.options, coverAt: 0.5 },
  }));
  expect((await ana.schedule([], content, { ...more, targets: halves })).status).toBe(400);
  expect(await ana.schedule([], content, { ...more, targets: await request(60_000) })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('“Cover” must be a moment of the video.') },
  });
  const scheduled = await ana.schedule([], content, { ...more, targets: await request() });
  const post = await ana.settled(scheduled.body.id, ['posted', 'failed', 'unknown'], 120);
  expect(Object.fromEntries(post.targets.map((one) => [one.platform, one.options['coverAt']]))).toEqual(
    moments,
  );
  const received = (await sandbox.postsWith(content)).map(({ platform, coverAt }) => [platform, coverAt]);
  expect(Object.fromEntries(received)).toEqual(moments);
});

it('sets the thumbnail of a published YouTube video, and reports when the channel may not have one', async () => {
  const before = accounts.filter(({ platform }) => platform === 'youtube').map(({ id }) => id);
  await ana.connect('/api/auth/youtube', 'unverified-ana');
  const channels = (await accountsOf(ana)).filter(({ platform }) => platform === 'youtube');
  expect(channels).toHaveLength(2);
  const content = 'A video with a thumbnail';
  const mediaFiles = [{ mediaUrl: await uploadVideo(ana) }, { mediaUrl: await uploadPicture(ana) }];
  const targets = await Promise.all(channels.map((channel) => targetFor(ana, channel)));
  const request = { title: 'A video', mediaFiles, targets, selectedAccountIds: undefined };
  const pictureAlone = { ...request, mediaFiles: mediaFiles.slice(1) };
  expect(await ana.schedule([], content, pictureAlone)).toMatchObject({ status: 422 });
  const scheduled = await ana.schedule([], content, request);
  const { id } = scheduled.body;
  await ana.settled(id, ['posted', 'failed', 'unknown'], 60);
  const post = await eventually(async () => {
    const now = await ana.post(id);
    expect(now.targets.filter(({ coverProblem }) => coverProblem)).toHaveLength(1);
    const received = await sandbox.postsWith(content);
    expect(received.filter(({ cover }) => cover)).toMatchObject([
      { account: 'ana', cover: { type: 'image/jpeg' } },
    ]);
    // No post is sent again.
    expect(received).toHaveLength(2);
    return now;
  }, 90);
  expect(post).toMatchObject({ status: 'posted', attention: false });
  const covers = post.targets.map((target) => [before.includes(target.accountId), target.coverProblem]);
  expect(covers).toContainEqual([
    false,
    { code: 'rejected', message: expect.any(String), words: expect.stringContaining('permissions') },
  ]);
  expect(covers).toContainEqual([true, null]);
});

it('reports for every account why a text alone is not enough, before scheduling', async () => {
  const request = { content: 'Words alone', targets: await targets() };
  const { body } = await ana.client.post<{ accounts: readonly PrecheckView[] }>(
    '/api/posts/precheck',
    request,
  );
  const refusing = body.accounts
    .filter(({ ok }) => !ok)
    .map(({ accountId }) => accounts.find(({ id }) => id === accountId)?.platform)
    .sort();
  expect(refusing).toEqual(['instagram', 'pinterest', 'snapchat', 'tiktok', 'youtube']);
  const scheduled = await ana.schedule([], 'Words alone', { ...request, selectedAccountIds: undefined });
  expect(scheduled).toMatchObject({ status: 422, body: { code: 'scheduling.does-not-fit' } });
  expect(await sandbox.postsWith('Words alone')).toEqual([]);
});

it('sends each account the text that was written for it', async () => {
  const [first, second] = accounts.filter(
    ({ platform }) => platform === 'bluesky' || platform === 'mastodon',
  );
  const scheduled = await ana.schedule([], 'For all the others', {
    selectedAccountIds: [first?.id],
    targets: [{ accountId: second?.id, content: 'For this one alone' }],
  });
  await ana.settled(scheduled.body.id);
  expect(await sandbox.postsWith('For all the others')).toHaveLength(1);
  expect(await sandbox.postsWith('For this one alone')).toMatchObject([{ platform: second?.platform }]);
});
