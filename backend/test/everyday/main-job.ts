import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Creator } from '../creator.ts';
import { product, newUser } from './everyday-product.ts';
import { SandboxControl } from '../sandbox-control.ts';

let sandbox: SandboxControl;
let ana: Creator;

beforeAll(async () => {
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await newUser();
});

const photo = async () => {
  const image = sharp({ create: { width: 800, height: 600, channels: 3, background: '#c05' } });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: 'image/jpeg' });
};

it('publishes a post with a picture once on each account and shows links', async () => {
  const accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
  const form = new FormData();
  form.append('media', await photo(), 'sunset.jpg');
  const upload = await ana.client.post<UploadReply>('/api/upload-multiple', form);
  expect(upload.status).toBeLessThan(300);
  const [file] = upload.body.files;
  expect(file).toMatchObject({ mediaType: 'image', originalName: 'sunset.jpg', width: 800, height: 600 });

  const scheduled = await ana.schedule(accounts, 'Hello from both sides', {
    hashtags: 'launch #news',
    mediaFiles: [{ mediaUrl: file?.mediaUrl, altText: 'A sunset' }],
  });
  expect(scheduled.status).toBe(201);
  const post = await ana.settled(scheduled.body.id);
  expect(post).toMatchObject({
    status: 'posted',
    attention: false,
    platformStatuses: { bluesky: 'posted', mastodon: 'posted' },
  });
  for (const { permalink } of post.targets) expect(permalink).toMatch(/^https?:\/\//u);

  const received = await sandbox.postsWith('Hello from both sides');
  expect(received.map(({ platform }) => platform).sort()).toEqual(['bluesky', 'mastodon']);
  for (const { text, media, remoteId, platform } of received) {
    expect(text).toBe(`Hello from both sides\n\n#launch #news\n\n${FREE_SUFFIX}`);
    expect(media).toHaveLength(1);
    expect(post.targets.find((target) => target.platform === platform)?.remoteId).toBe(remoteId);
  }
});

it('shows every step of a post, and the post at an earlier time', async () => {
  const accounts = [await ana.connectMastodon()];
  const { body } = await ana.schedule(accounts, 'A post to replay');
  await ana.settled(body.id);
  const { body: history } = await ana.client.get<HistoryView>(`/api/posts/${String(body.id)}/history`);
  const types = history.events.map(({ type }) => type);
  expect(types[0]).toBe('PostScheduled');
  expect(types).toEqual(
    expect.arrayContaining(['PostPublishingStarted', 'PublishAttemptStarted', 'PlatformPublished']),
  );
  expect(types.indexOf('PublishAttemptStarted')).toBeLessThan(types.indexOf('PlatformPublished'));
  const attempt = history.events.find(({ type }) => type === 'PublishAttemptStarted');
  expect(attempt).toMatchObject({ attempt: 1, actor: { kind: 'system' } });
  expect(attempt?.requestFingerprint).toMatch(/^[0-9a-f]{64}$/u);
  expect(history.events.find(({ type }) => type === 'PlatformPublished')?.remoteId).toBeTruthy();

  const beforeAttempt = new Date(Date.parse(attempt?.at ?? '') - 1).toISOString();
  const { body: earlierHistory } = await ana.client.get<HistoryView>(
    `/api/posts/${String(body.id)}/history?at=${encodeURIComponent(beforeAttempt)}`,
  );
  expect(earlierHistory.events.length).toBeLessThan(history.events.length);
  expect(earlierHistory.post?.targets.every(({ status }) => status !== 'posted')).toBe(true);
});

it('does not show a post to another user', async () => {
  const { body } = await ana.schedule([await ana.connectMastodon()], 'Mine alone');
  const eve = await newUser();
  const path = `/api/posts/${String(body.id)}`;
  for (const [method, address] of [
    ['GET', path],
    ['DELETE', path],
    ['GET', `${path}/history`],
    ['GET', `${path}/history/export`],
    ['POST', `${path}/targets/1/check`],
    ['POST', `${path}/targets/1/retry`],
  ] as const) {
    expect((await eve.client.call(method, address)).status).toBe(404);
  }
});
