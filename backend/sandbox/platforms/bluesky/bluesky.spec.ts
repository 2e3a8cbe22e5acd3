import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueskyAccount, login, RKEY } from '../../testing/bluesky-account.ts';
import { LOCAL, messageOf, MP4, PNG, SandboxUnderTest } from '../../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();
let ana: BlueskyAccount;

beforeEach(async () => {
  await sandbox.start();
  ana = await BlueskyAccount.login(sandbox);
});
afterEach(async () => {
  await sandbox.stop();
});

const uriOf = (rkey = RKEY): string => `at://${ana.did}/app.bsky.feed.post/${rkey}`;
const withImage = (blob: unknown, extra: object = {}): object => ({
  embed: { $type: 'app.bsky.embed.images', images: [{ image: blob, alt: 'a dot', ...extra }] },
});

it('refuses to resolve handles outside the sandbox, and handles that begin with `missing`', async () => {
  for (const handle of [
    'ana.example.org',
    'missing.bsky.social',
    'missing.sandbox.test',
    'mastodon.sandbox.test',
  ]) {
    const answer = await sandbox.call(
      'bsky.sandbox.test',
      `/xrpc/com.atproto.identity.resolveHandle?handle=${handle}`,
    );
    expect([answer.status, answer.json]).toMatchObject([400, { error: 'InvalidRequest' }]);
  }
});

it('publishes one post for repeated puts of a record, and reports a commit only for the first', async () => {
  const first = await ana.put('Hello');
  expect(first.json).toMatchObject({ uri: uriOf(), validationStatus: 'valid', commit: {} });
  const again = await ana.put('Hello', { swapRecord: null });
  expect(again.status).toBe(200);
  expect(again.json).toEqual({
    uri: uriOf(),
    cid: (first.json as { cid: string }).cid,
    validationStatus: 'valid',
  });
  expect(await sandbox.posts()).toMatchObject([
    { account: 'ana.sandbox.test', remoteId: uriOf(), text: 'Hello' },
  ]);
});

it('refuses to replace a record if the put may only create one, and otherwise replaces it', async () => {
  await ana.put('Hello');
  const refused = await ana.put('Other', { swapRecord: null });
  expect(refused).toMatchObject({ status: 400, json: { error: 'InvalidSwap' } });
  expect((await ana.put('Other')).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ text: 'Other' }]);
});

it('responds with 500 when a record is created under a key that is in use', async () => {
  const body = { repo: ana.did, collection: 'app.bsky.feed.post', rkey: RKEY, record: ana.record('Hello') };
  expect((await ana.call('com.atproto.repo.createRecord', body)).status).toBe(200);
  const again = await ana.call('com.atproto.repo.createRecord', body);
  expect(again).toMatchObject({ status: 500, json: { error: 'InternalServerError' } });
});

it('counts 300 characters as people see them, not bytes or code points', async () => {
  const family = '👩‍👩‍👧‍👦';
  expect((await ana.put(family.repeat(100) + 'é'.repeat(200))).status).toBe(200);
  const answer = await ana.put('x'.repeat(301));
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: 'InvalidRequest' });
  expect(messageOf(answer)).toContain('grapheme too big (maximum 300, got 301) at $.record.text');
});

it('refuses a text of more than 3000 bytes, even if it has few characters', async () => {
  const answer = await ana.put('👩‍👩‍👧‍👦'.repeat(130));
  expect(messageOf(answer)).toContain('string too big (maximum 3000');
});

it.each([
  ['a key that is not a TID', 'Hello', { rkey: 'my-post' }],
  [
    'a facet that ends after the text',
    'é #a',
    {
      more: {
        facets: [
          {
            index: { byteStart: 3, byteEnd: 6 },
            features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'a' }],
          },
        ],
      },
    },
  ],
  [
    'a facet that splits a character',
    'é #a',
    { more: { facets: [{ index: { byteStart: 1, byteEnd: 5 }, features: [] }] } },
  ],
  ['a date without a zone', 'Hello', { more: { createdAt: '2026-11-01T12:00:00' } }],
  ['four languages', 'Hello', { more: { langs: ['en', 'de', 'fr', 'it'] } }],
  ['an unknown embed', 'Hello', { more: { embed: { $type: 'app.bsky.embed.hologram' } } }],
])('refuses %s', async (_what, text, options) => {
  const answer = await ana.put(text, options);
  expect(answer).toMatchObject({ status: 400, json: { error: 'InvalidRequest' } });
  expect(await sandbox.posts()).toEqual([]);
});

it('accepts an image, detects its type from its bytes, and shows it with the post', async () => {
  const { blob } = (await ana.upload(PNG, 'application/octet-stream')).json as {
    blob: { mimeType: string; size: number };
  };
  expect(blob).toMatchObject({ $type: 'blob', mimeType: 'image/png', size: PNG.length });
  expect((await ana.put('With a dot', { more: withImage(blob) })).status).toBe(200);
  const [post] = (await sandbox.call(LOCAL, '/control/posts?platform=bluesky')).json as object[];
  expect(post).toMatchObject({ media: [{ type: 'image/png', bytes: PNG.length }] });
});

it('refuses images that are too large, unknown or without alt text, and more than four', async () => {
  const big = (
    (await ana.upload(Buffer.concat([PNG, Buffer.alloc(2_000_000)]), 'image/png')).json as { blob: unknown }
  ).blob;
  expect(messageOf(await ana.put('Big', { more: withImage(big) }))).toContain(
    'blob too big (maximum 2000000',
  );
  const { blob } = (await ana.upload(PNG, 'image/png')).json as { blob: { ref: object } };
  const images = Array.from({ length: 5 }, () => ({ image: blob, alt: '' }));
  const five = await ana.put('Five', { more: { embed: { $type: 'app.bsky.embed.images', images } } });
  expect(messageOf(five)).toContain('array too big (maximum 4, got 5)');
  expect((await ana.put('No alt', { more: withImage(blob, { alt: undefined }) })).status).toBe(400);
  const other = { ...blob, ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' } };
  const missing = await ana.put('Missing', { more: withImage(other) });
  expect(missing).toMatchObject({ status: 400, json: { error: 'BlobNotFound' } });
});

it('accepts ten images as a gallery', async () => {
  const { blob } = (await ana.upload(PNG, 'image/png')).json as { blob: object };
  const item = {
    $type: 'app.bsky.embed.gallery#image',
    image: blob,
    alt: '',
    aspectRatio: { width: 1, height: 1 },
  };
  const embed = { $type: 'app.bsky.embed.gallery', items: Array.from({ length: 10 }, () => item) };
  expect((await ana.put('Ten', { more: { embed } })).status).toBe(200);
});

it('refuses an upload of more than 50 MiB after the client has sent it', async () => {
  const answer = await ana.upload(Buffer.alloc(52_428_801), 'image/png');
  expect(answer).toMatchObject({ status: 413, json: { error: 'PayloadTooLarge' } });
});

it('hides a new post from the views for a while, but not from its repository', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 20 } });
  await ana.put('Hello');
  const shownPosts = async (): Promise<unknown> =>
    (
      (await ana.call(`app.bsky.feed.getPosts?uris=${encodeURIComponent(uriOf())}`)).json as {
        posts: unknown;
      }
    ).posts;
  expect(await shownPosts()).toEqual([]);
  expect(
    (await ana.call(`com.atproto.repo.getRecord?repo=${ana.did}&collection=app.bsky.feed.post&rkey=${RKEY}`))
      .status,
  ).toBe(200);
  sandbox.now += 20_000;
  expect(await shownPosts()).toHaveLength(1);
});

it('refuses a write to the repository of another account', async () => {
  const ben = await BlueskyAccount.login(sandbox, 'ben.sandbox.test');
  const body = { repo: ana.did, collection: 'app.bsky.feed.post', rkey: RKEY, record: ana.record('Hello') };
  expect((await ben.call('com.atproto.repo.putRecord', body)).status).toBe(401);
});

it('reports the rate limits of writes and of logins in headers', async () => {
  const { headers } = await ana.put('Hello');
  expect(headers).toMatchObject({ 'ratelimit-limit': '5000', 'ratelimit-policy': '5000;w=3600' });
  expect((await login(sandbox, 'ana.sandbox.test')).headers).toMatchObject({ 'ratelimit-limit': '30' });
});

it('refuses a comment under an unknown parent, and deletes a comment only once', async () => {
  await ana.put('Hello');
  const request = { platform: 'bluesky', remoteId: uriOf(), author: 'Ben', text: 'Rude' };
  const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
  expect((await control('comments', { ...request, parentId: 'at://no' })).status).toBe(400);
  const { id } = (await control('comments', request)).json as { id: string };
  const remove = async () => (await control('comments/delete', { platform: 'bluesky', id })).status;
  expect([await remove(), await remove()]).toEqual([200, 400]);
});

it('shows a thread only down to the requested depth', async () => {
  await ana.put('Hello');
  const request = { platform: 'bluesky', remoteId: uriOf(), author: 'Ben', text: 'First' };
  const { id } = (await sandbox.call(LOCAL, '/control/comments', { json: request })).json as { id: string };
  await sandbox.call(LOCAL, '/control/comments', { json: { ...request, parentId: id } });
  const thread = async (depth: number) =>
    (await ana.call(`app.bsky.feed.getPostThread?uri=${encodeURIComponent(uriOf())}&depth=${String(depth)}`))
      .json;
  expect(await thread(0)).not.toHaveProperty('thread.replies');
  expect(await thread(1)).toMatchObject({ thread: { replies: [{ post: { uri: id } }] } });
  expect(await thread(1)).not.toHaveProperty('thread.replies.0.replies');
});

it('refuses a thread gate with more than 300 hidden replies, and one for another post', async () => {
  await ana.put('Hello');
  const collection = 'app.bsky.feed.threadgate';
  const gate = (post: string, hiddenReplies: readonly string[]) => {
    const record = { $type: collection, post, createdAt: '2026-11-01T12:00:00.000Z', hiddenReplies };
    return ana.call('com.atproto.repo.putRecord', { repo: ana.did, collection, rkey: RKEY, record });
  };
  expect(messageOf(await gate(uriOf(), Array<string>(301).fill(uriOf())))).toContain('maximum 300');
  expect((await gate(`${uriOf()}2`, [])).status).toBe(400);
});

describe('a video', () => {
  const requestServiceToken = async (
    method: string,
    seconds = 1800,
    audience = 'did:web:bsky.sandbox.test',
  ) => {
    const expires = String(Math.floor(sandbox.now / 1000) + seconds);
    return ana.call(`com.atproto.server.getServiceAuth?aud=${audience}&lxm=${method}&exp=${expires}`);
  };
  const upload = async (method = 'com.atproto.repo.uploadBlob', audience?: string) => {
    const { token } = (await requestServiceToken(method, 1800, audience)).json as { token: string };
    const path = `/xrpc/app.bsky.video.uploadVideo?did=${ana.did}&name=a.mp4`;
    const request = { bytes: MP4, token, headers: { 'content-type': 'video/mp4' } };
    return sandbox.call('video.sandbox.test', path, request);
  };

  it('is refused with a service token for another call, or one that lives too long', async () => {
    expect((await upload('app.bsky.video.getUploadLimits')).status).toBe(401);
    expect(await requestServiceToken('com.atproto.repo.uploadBlob', 7200)).toMatchObject({
      json: { error: 'BadExpiration' },
    });
  });
  it('is refused with a service token for the host of the server instead of its DID', async () => {
    expect((await upload(undefined, 'did:web:pds.sandbox.test')).status).toBe(401);
  });
  it('is deleted with its only post, although the video service still names it', async () => {
    await upload();
    sandbox.now += 2_000;
    const { blob } = (await upload()).json as { blob: object };
    const more = { embed: { $type: 'app.bsky.embed.video', video: blob } };
    const other = RKEY.replace('3m', '3n');
    expect([
      (await ana.put('One', { more })).status,
      (await ana.put('Two', { more, rkey: other })).status,
    ]).toEqual([200, 200]);
    const remove = (rkey: string) =>
      ana.call('com.atproto.repo.deleteRecord', { repo: ana.did, collection: 'app.bsky.feed.post', rkey });
    await remove(RKEY);
    expect((await ana.put('Three', { more })).status).toBe(200);
    await remove(RKEY);
    await remove(other);
    expect(await upload()).toMatchObject({ json: { error: 'already_exists', blob } });
    expect(await ana.put('Four', { more })).toMatchObject({ json: { error: 'BlobNotFound' } });
  });
  it('takes longer when processing is slow', async () => {
    await sandbox.fault({ platform: 'bluesky', fault: 'slowProcessing', times: 1, retryAfterSeconds: 60 });
    const { jobStatus } = (await upload()).json as { jobStatus: { jobId: string } };
    const state = async () =>
      (await sandbox.call('video.sandbox.test', `/xrpc/app.bsky.video.getJobStatus?jobId=${jobStatus.jobId}`))
        .json;
    sandbox.now += 59_000;
    expect(await state()).toMatchObject({ jobStatus: { progress: 98 } });
    sandbox.now += 1_000;
    expect(await state()).toMatchObject({ jobStatus: { state: 'JOB_STATE_COMPLETED' } });
  });
});
