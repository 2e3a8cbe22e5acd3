import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount } from '../testing/bluesky-account.ts';
import { LOCAL, MASTODON, SandboxUnderTest, type Answer } from '../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();
let ana: BlueskyAccount;

beforeEach(async () => {
  await sandbox.start();
  ana = await BlueskyAccount.login(sandbox);
});
afterEach(async () => {
  await sandbox.stop();
});

const toot = async (token = 'a-token'): Promise<Answer> =>
  sandbox.call(MASTODON, '/api/v1/statuses', {
    token,
    json: { status: 'Hello' },
    headers: { 'idempotency-key': 'k' },
  });

it('answers 500 twice without storing anything, then works again', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 2 });
  expect([(await ana.put('a')).status, (await ana.put('a')).status]).toEqual([500, 500]);
  expect(await sandbox.posts()).toEqual([]);
  expect((await ana.put('a')).status).toBe(200);
  expect((await sandbox.call(LOCAL, '/control/faults')).json).toEqual([]);
});

it('answers 429 with the time to wait, in the words of each platform', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http429', times: 1, retryAfterSeconds: 7 });
  await sandbox.fault({ platform: 'mastodon', fault: 'http429', times: 1, retryAfterSeconds: 7 });
  const reset = String(sandbox.now / 1000 + 7);
  expect(await ana.put('a')).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7', 'ratelimit-reset': reset },
  });
  const header = new Date(sandbox.now + 7000).toISOString();
  expect(await toot()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7', 'x-ratelimit-reset': header },
  });
  expect(await sandbox.posts()).toEqual([]);
});

it('answers a page instead of JSON without storing anything', async () => {
  await sandbox.fault({ platform: 'mastodon', fault: 'html', times: 1 });
  const answer = await toot();
  expect(answer).toMatchObject({
    status: 200,
    json: null,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(answer.text).toContain('captcha');
  expect(await sandbox.posts()).toEqual([]);
});

it('stores the post and cuts the connection', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'dropAfterAccept', times: 1 });
  await sandbox.fault({ platform: 'mastodon', fault: 'dropAfterAccept', times: 1 });
  await expect(ana.put('Hello')).rejects.toThrow('socket hang up');
  await expect(toot()).rejects.toThrow('socket hang up');
  expect(await sandbox.posts()).toHaveLength(2);
  expect([(await ana.put('Hello')).status, (await toot()).status]).toEqual([200, 200]);
  expect(await sandbox.posts()).toHaveLength(2);
});

it('saves the drop for a post that is accepted', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'dropAfterAccept', times: 1 });
  expect((await ana.put('x'.repeat(301))).status).toBe(400);
  await expect(ana.put('Hello')).rejects.toThrow('socket hang up');
});

it('stores the post and answers with an error, in the words of the order or of the platform', async () => {
  const answer = { status: 400, body: { error: { code: 20 } } };
  await sandbox.fault({ platform: 'bluesky', fault: 'createThenRefuse', times: 1, answer });
  await sandbox.fault({ platform: 'mastodon', fault: 'createThenRefuse', times: 1 });
  expect(await ana.put('Hello')).toMatchObject({ status: 400, json: { error: { code: 20 } } });
  expect((await toot()).status).toBe(500);
  expect(await sandbox.posts()).toHaveLength(2);
});

it('never answers a call that hangs, stores nothing, and lets go when the sandbox stops', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'hang', times: 1 });
  const hanging = ana.put('Hello').catch(() => 'cut off');
  while (((await sandbox.call(LOCAL, '/control/faults')).json as unknown[]).length > 0);
  expect(await sandbox.posts()).toEqual([]);
  await sandbox.restart();
  expect(await hanging).toBe('cut off');
  expect((await ana.put('Hello')).status).toBe(200);
});

it('holds a call up and stores it when it is let through, though nobody waits for it any more', async () => {
  await sandbox.fault({ platform: 'mastodon', fault: 'hold', times: 1 });
  const held = toot().catch(() => 'cut off');
  while (((await sandbox.call(LOCAL, '/control/faults')).json as unknown[]).length > 0);
  expect(await sandbox.posts()).toEqual([]);
  const release = () => sandbox.call(LOCAL, '/control/release', { json: {} });
  expect((await release()).json).toEqual({ released: 1, heldUpFor: expect.any(Number) });
  expect((await release()).json).toEqual({ released: 0, heldUpFor: 0 });
  expect(await sandbox.posts()).toHaveLength(1);
  await sandbox.restart();
  expect(await held).toBe('cut off');
});

it('meets only the account it names', async () => {
  const ben = await BlueskyAccount.login(sandbox, 'ben.sandbox.test');
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 5, account: 'ben.sandbox.test' });
  expect([(await ana.put('a')).status, (await ben.put('b')).status]).toEqual([200, 500]);
});

it('meets the final call only, not uploads, logins or reads', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 1 });
  expect((await ana.upload(Buffer.from('words'), 'text/plain')).status).toBe(200);
  expect((await ana.call('com.atproto.server.getSession')).status).toBe(200);
  expect((await ana.put('a')).status).toBe(500);
});

it('revokes a token at any call that checks one', async () => {
  await sandbox.fault({ platform: 'mastodon', fault: 'revoked', times: 1 });
  const path = '/api/v1/accounts/verify_credentials';
  expect(await sandbox.call(MASTODON, path, { token: 't' })).toMatchObject({
    status: 401,
    json: { error: 'The access token was revoked' },
  });
  expect((await sandbox.call(MASTODON, path, { token: 't' })).status).toBe(200);
});

it('keeps a fault that is half used up over a restart', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 3 });
  await ana.put('a');
  await sandbox.restart();
  expect((await sandbox.call(LOCAL, '/control/faults')).json).toMatchObject([{ fault: 'http500', times: 2 }]);
});

it('takes a fault away when it is asked for no times', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'hang', times: 3 });
  await sandbox.fault({ platform: 'bluesky', fault: 'hang', times: 0 });
  expect((await ana.put('a')).status).toBe(200);
});
