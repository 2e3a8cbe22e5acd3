import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount, login } from '../../testing/bluesky-account.ts';
import { LOCAL, PDS, SandboxUnderTest } from '../../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();

beforeEach(async () => {
  await sandbox.start();
});
afterEach(async () => {
  await sandbox.stop();
});

it.each(['badx-abcd-abcd-abcd', 'hunter2', 'abcd-abcd-abcd'])('refuses the password %s', async (password) => {
  const answer = await login(sandbox, 'ana.sandbox.test', password);
  expect(answer).toMatchObject({ status: 401, json: { error: 'AuthenticationRequired' } });
});

it('refuses the 31st login within five minutes and reports when to try again', async () => {
  for (let time = 0; time < 30; time += 1) await login(sandbox, 'ana.sandbox.test');
  const refused = await login(sandbox, 'ana.sandbox.test');
  expect(refused).toMatchObject({ status: 429, json: { error: 'RateLimitExceeded' } });
  expect(refused.headers).toMatchObject({ 'retry-after': '300', 'ratelimit-remaining': '0' });
  expect((await login(sandbox, 'ben.sandbox.test')).status).toBe(200);
  sandbox.now += 5 * MINUTE_MS;
  expect((await login(sandbox, 'ana.sandbox.test')).status).toBe(200);
});

it('refuses an access token with ExpiredToken after two hours', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  sandbox.now += 119 * MINUTE_MS;
  expect((await ana.call('com.atproto.server.getSession')).json).toMatchObject({
    handle: 'ana.sandbox.test',
  });
  sandbox.now += MINUTE_MS;
  const answer = await ana.call('com.atproto.server.getSession');
  expect(answer).toMatchObject({ status: 400, json: { error: 'ExpiredToken' } });
});

it('applies a shorter lifetime even to access tokens that were issued before', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  await sandbox.call(LOCAL, '/control/settings', { json: { accessTokenSeconds: 5 } });
  sandbox.now += 5000;
  expect((await ana.put('Hello')).json).toMatchObject({ error: 'ExpiredToken' });
});

it('issues new tokens for a refresh token, and the same ones again within two hours', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const first = (await ana.refresh()).json as { accessJwt: string; refreshJwt: string };
  expect(first.accessJwt).not.toBe(ana.accessJwt);
  expect(first.refreshJwt).not.toBe(ana.refreshJwt);
  sandbox.now += 119 * MINUTE_MS;
  const repeated = (await ana.refresh()).json as { refreshJwt: string };
  expect(tokenId(repeated.refreshJwt)).toBe(tokenId(first.refreshJwt));
  sandbox.now += MINUTE_MS;
  expect((await ana.refresh()).json).toMatchObject({ error: 'ExpiredToken' });
  expect((await ana.refresh(first.refreshJwt)).status).toBe(200);
});

it('refuses to refresh with an access token or a forged token', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  expect((await ana.refresh(ana.accessJwt)).json).toMatchObject({ error: 'InvalidToken' });
  expect((await ana.refresh(`${ana.refreshJwt}x`)).json).toMatchObject({ error: 'InvalidToken' });
  expect((await sandbox.call(PDS, '/xrpc/com.atproto.server.getSession')).json).toMatchObject({
    error: 'AuthMissing',
  });
});

it('refuses to refresh tokens after a logout', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const options = { method: 'POST', token: ana.refreshJwt };
  expect((await sandbox.call(PDS, '/xrpc/com.atproto.server.deleteSession', options)).status).toBe(200);
  expect((await ana.refresh()).json).toMatchObject({
    error: 'ExpiredToken',
    message: 'Token has been revoked',
  });
});

it('fails only the call that a fault names, and keeps the login valid', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const call = 'POST com.atproto.server.deleteSession';
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 1, call });
  expect((await ana.put('Hello')).status).toBe(200);
  const logOut = () =>
    sandbox.call(PDS, '/xrpc/com.atproto.server.deleteSession', { method: 'POST', token: ana.refreshJwt });
  expect((await logOut()).status).toBe(500);
  expect((await ana.refresh()).status).toBe(200);
});

it('ends all tokens of a login when one is revoked, and leaves other logins valid', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  await sandbox.fault({ platform: 'bluesky', fault: 'revoked', times: 1, account: '@Ana.sandbox.test' });
  const ben = await BlueskyAccount.login(sandbox, 'ben.sandbox.test');
  expect((await ana.put('Hello')).json).toMatchObject({ error: 'InvalidToken' });
  expect((await ana.refresh()).json).toMatchObject({ error: 'ExpiredToken' });
  expect((await ana.put('Hello')).status).toBe(400);
  expect((await ben.put('Hello')).status).toBe(200);
  expect((await login(sandbox, 'ana.sandbox.test', 'zzzz-zzzz-zzzz-zzzz')).status).toBe(200);
});

it('refuses a revoked app password once, and then accepts it like a new password', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  await sandbox.fault({ platform: 'bluesky', fault: 'revoked', times: 1 });
  await ana.put('Hello');
  await sandbox.restart();
  expect([(await login(sandbox, ana.did)).status, (await login(sandbox, ana.did)).status]).toEqual([
    401, 200,
  ]);
});

it('refuses every call and login while a fault is planned, and accepts logins afterwards', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  const revoked = { platform: 'bluesky', fault: 'revoked', account: 'ana.sandbox.test' } as const;
  await sandbox.fault({ ...revoked, times: 1_000 });
  expect((await ana.put('Hello')).json).toMatchObject({ error: 'InvalidToken' });
  for (let again = 0; again < 3; again++) expect((await login(sandbox, ana.did)).status).toBe(401);
  await sandbox.fault({ ...revoked, times: 0 });
  expect((await login(sandbox, ana.did)).status).toBe(200);
});

it('keeps logins across a restart and across a reset', async () => {
  const ana = await BlueskyAccount.login(sandbox);
  await sandbox.restart();
  expect((await ana.put('Hello')).status).toBe(200);
  await sandbox.call(LOCAL, '/control/reset', { method: 'POST' });
  expect((await ana.refresh()).status).toBe(200);
  expect((await ana.put('Hello again')).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ account: 'ana.sandbox.test', text: 'Hello again' }]);
});

const tokenId = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: unknown }).jti;
