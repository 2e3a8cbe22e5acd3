import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount } from '../testing/bluesky-account.ts';
import { consent } from '../testing/meta-account.ts';
import { LOCAL, MASTODON, messageOf, PDS, PNG, SandboxUnderTest } from '../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();

beforeEach(async () => {
  await sandbox.start();
});
afterEach(async () => {
  await sandbox.stop();
});

const postOnMastodon = async (status: string): Promise<string> =>
  (
    (await sandbox.call(MASTODON, '/api/v1/statuses', { token: 't', json: { status } })).json as {
      id: string;
    }
  ).id;

it.each([
  ['/control/faults', { fault: 'hang', times: 1 }, 'platform must be one of '],
  ['/control/faults', { platform: 'bluesky', fault: 'flood', times: 1 }, 'fault must be one of http500'],
  ['/control/faults', { platform: 'bluesky', fault: 'hang', times: -1 }, 'times must be a whole number'],
  ['/control/faults', { platform: 'bluesky', fault: 'hang', times: 1.5 }, 'times must be a whole number'],
  [
    '/control/faults',
    { platform: 'bluesky', fault: 'http429', times: 1, retryAfterSeconds: 'soon' },
    'retryAfterSeconds must be',
  ],
  ['/control/faults', [], 'The body must be a JSON object.'],
  [
    '/control/comments',
    { platform: 'bluesky', remoteId: 'at://x', author: 'ben', text: '' },
    'text must be a text',
  ],
  [
    '/control/comments',
    { platform: 'bluesky', remoteId: 'at://x', author: 'ben', text: 'Hi' },
    'bluesky has no post with',
  ],
  ['/control/settings', { accessTokenSeconds: 0 }, 'accessTokenSeconds must be at least 1.'],
  ['/control/settings', { enforceRateLimits: 'yes' }, 'enforceRateLimits must be true or false.'],
  ['/control/settings', { recognizeDuplicates: 1 }, 'recognizeDuplicates must be true or false.'],
])('responds with 400 at %s and explains what is wrong with %j', async (path, json, sentence) => {
  const answer = await sandbox.call(LOCAL, path, { json });
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toContain(sentence);
});

it('refuses an unknown platform, a body that is not JSON and an unknown call', async () => {
  expect((await sandbox.call(LOCAL, '/control/posts?platform=orkut')).status).toBe(400);
  expect((await sandbox.call(LOCAL, '/control/faults', { bytes: Buffer.from('{') })).status).toBe(400);
  expect((await sandbox.call(LOCAL, '/control/nothing')).status).toBe(404);
});

it('delays every call of a platform for the configured time', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { callMilliseconds: 50 } });
  const began = performance.now();
  await postOnMastodon('slow');
  // Timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(49);
});

it('deletes posts, faults, call counts and settings at a reset, even after a restart', async () => {
  await postOnMastodon('Hello');
  await sandbox.fault({ platform: 'mastodon', fault: 'hang', times: 1 });
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 5 } });
  expect((await sandbox.call(LOCAL, '/control/reset', { method: 'POST' })).status).toBe(200);
  for (const path of ['/control/posts', '/control/faults', '/control/calls'])
    expect((await sandbox.call(LOCAL, path)).json).toEqual([]);
  expect((await sandbox.call(LOCAL, '/control/settings')).json).toMatchObject({ visibilityDelaySeconds: 0 });
  await sandbox.restart();
  expect(await sandbox.posts()).toEqual([]);
});

it('accepts HTML forms without scripts, and shows errors on the page', async () => {
  const remoteId = await postOnMastodon('Hello');
  const fields = { platform: 'mastodon', remoteId, author: 'ben', text: 'Nice' };
  const added = await sandbox.call(LOCAL, '/control/comments', { form: fields });
  expect([added.status, added.headers.location]).toEqual([303, '/']);
  const fault = { platform: 'bluesky', fault: 'http429', times: '2', retryAfterSeconds: '', account: '' };
  expect((await sandbox.call(LOCAL, '/control/faults', { form: fault })).status).toBe(303);
  const refused = await sandbox.call(LOCAL, '/control/faults', { form: { ...fault, times: '' } });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('role="alert">times must be'),
  ]);
  const page = (await sandbox.call(LOCAL, '/')).text;
  expect(page).toContain('Nice');
  expect(page).toContain('bluesky: http429, 2 more');
});

it('shows received posts with their media, and escapes markup', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const { blob } = (await ana.upload(PNG, 'image/png')).json as { blob: object };
  const alt = '"><script>alert(1)</script>';
  const embed = { $type: 'app.bsky.embed.images', images: [{ image: blob, alt }] };
  await ana.put('<img src=x onerror=alert(1)>', { more: { embed } });
  const page = await sandbox.call(LOCAL, '/?platform=bluesky');
  expect(page.text).toContain('Sandbox: nothing leaves this machine');
  expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page.text).not.toContain('<script');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const [, imagePath = ''] = /src="(\/media\/[^"]+)"/.exec(page.text) ?? [];
  const image = await sandbox.call(LOCAL, imagePath.replaceAll('&amp;', '&'));
  expect(image).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
  });
});

it('responds with 404 for an unknown file and for an invalid file name, and lets browsers only download a page', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const page = Buffer.from('<script>');
  await ana.upload(page, 'text/html');
  const sha256 = createHash('sha256').update(page).digest('hex');
  expect((await sandbox.call(LOCAL, `/media/${sha256}?type=text/html`)).headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await sandbox.call(LOCAL, `/media/${'0'.repeat(64)}?type=image/png`)).status).toBe(404);
  expect((await sandbox.call(LOCAL, '/media/..%2Fsecret')).status).toBe(404);
});

it('shows the page of a post at its URL, with the handle or the id of the account', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  await ana.put('Hello');
  for (const actor of ['ana.sandbox.test', ana.did])
    expect((await sandbox.call(LOCAL, `/bluesky/profile/${actor}/post/3mkq2a7zzzz22`)).text).toContain(
      'Hello',
    );
  expect((await sandbox.call(LOCAL, '/bluesky/profile/ana.sandbox.test/post/3mkq2a7zzzz23')).status).toBe(
    404,
  );
});

it('accepts requests only from this machine and from its own pages', async () => {
  expect((await sandbox.call('evil.example', '/control/posts')).status).toBe(421);
  expect((await sandbox.call('nobody.example.test', '/')).status).toBe(421);
  expect((await sandbox.call('missing.sandbox.test', '/')).status).toBe(404);
  const statusOfReset = async (headers: Record<string, string>): Promise<number> =>
    (await sandbox.call(LOCAL, '/control/reset', { method: 'POST', headers })).status;
  expect(await statusOfReset({ origin: 'https://evil.example' })).toBe(403);
  expect(await statusOfReset({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await statusOfReset({ origin: `http://${LOCAL}` })).toBe(200);
});

it('lists the valid tokens of all accounts, filtered by application or account', async () => {
  const liveTokens = async (query = '') =>
    (await sandbox.call(LOCAL, `/control/tokens${query}`)).json as { app: string; account: string }[];
  expect(await liveTokens()).toEqual([]);
  const ana = await BlueskyAccount.login(sandbox);
  await BlueskyAccount.login(sandbox, 'ben.sandbox.test');
  await consent(sandbox, 'ana');
  expect(await liveTokens('?app=bluesky&account=ana.sandbox.test')).toEqual([
    { app: 'bluesky', account: 'ana.sandbox.test', kind: 'login', endsAt: null },
  ]);
  expect((await liveTokens()).map(({ app }) => app)).toEqual(['facebook', 'facebook', 'bluesky', 'bluesky']);
  await sandbox.call(LOCAL, '/control/tokens', {
    json: { app: 'facebook', account: 'ana', action: 'revoke' },
  });
  const logout = { method: 'POST', token: ana.refreshJwt };
  await sandbox.call(PDS, '/xrpc/com.atproto.server.deleteSession', logout);
  expect((await liveTokens()).map(({ account }) => account)).toEqual(['ben.sandbox.test']);
});

it('stores metrics of posts, and refuses unknown posts, unknown counters and negative counts', async () => {
  const remoteId = await postOnMastodon('Seen');
  const setMetrics = (json: object) => sandbox.call(LOCAL, '/control/metrics', { json });
  const request = { platform: 'mastodon', remoteId, likes: 7, omitted: ['shares'] };
  expect((await setMetrics(request)).json).toEqual({
    platform: 'mastodon',
    remoteId,
    omitted: ['shares'],
    counts: { likes: 7 },
  });
  expect((await setMetrics({ ...request, remoteId: 'nowhere' })).status).toBe(400);
  expect(messageOf(await setMetrics({ ...request, likes: -1 }))).toBe(
    `likes must be a whole number from 0 to ${String(Number.MAX_SAFE_INTEGER)}.`,
  );
  expect(messageOf(await setMetrics({ ...request, omitted: ['stars'] }))).toMatch(
    /^omitted must be a list of likes, /u,
  );
});

it('refuses unknown and invalid calls to the language model', async () => {
  const statusOf = async (path: string, request: object = {}) =>
    (await sandbox.call('openai.sandbox.test', path, { token: 'any', ...request })).status;
  expect(await statusOf('/v1/nothing')).toBe(404);
  expect(await statusOf('/v1/chat/completions', { json: {} })).toBe(400);
});
