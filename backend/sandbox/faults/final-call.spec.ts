import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount } from '../testing/bluesky-account.ts';
import { LOCAL, SandboxUnderTest } from '../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();
let ana: BlueskyAccount;

beforeEach(async () => {
  await sandbox.start();
  ana = await BlueskyAccount.login(sandbox);
});
afterEach(async () => {
  await sandbox.stop();
});

it('keeps the fault `dropAfterAccept` until a post is accepted', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'dropAfterAccept', times: 1 });
  expect((await ana.put('x'.repeat(301))).status).toBe(400);
  await expect(ana.put('Hello')).rejects.toThrow('socket hang up');
});

it('completes a held call when it is released, but never sends its response', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'hold', times: 1 });
  const heldCall = ana.put('Hello').catch(() => 'cut off');
  // The fault is used up as soon as the call has arrived.
  while (((await sandbox.call(LOCAL, '/control/faults')).json as unknown[]).length > 0);
  expect(await sandbox.posts()).toEqual([]);
  const release = () => sandbox.call(LOCAL, '/control/release', { json: {} });
  expect((await release()).json).toEqual({ released: 1, heldUpFor: expect.any(Number) });
  expect((await release()).json).toEqual({ released: 0, heldUpFor: 0 });
  expect(await sandbox.posts()).toHaveLength(1);
  await sandbox.restart();
  expect(await heldCall).toBe('cut off');
});

it('applies a fault only to the account that it names', async () => {
  const ben = await BlueskyAccount.login(sandbox, 'ben.sandbox.test');
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 5, account: 'ben.sandbox.test' });
  expect([(await ana.put('a')).status, (await ben.put('b')).status]).toEqual([200, 500]);
});

it('applies a fault only to the final call, not to uploads, logins or reads', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 1 });
  expect((await ana.upload(Buffer.from('words'), 'text/plain')).status).toBe(200);
  expect((await ana.call('com.atproto.server.getSession')).status).toBe(200);
  expect((await ana.put('a')).status).toBe(500);
});

it('keeps the remaining number of failures across a restart', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'http500', times: 3 });
  await ana.put('a');
  await sandbox.restart();
  expect((await sandbox.call(LOCAL, '/control/faults')).json).toMatchObject([{ fault: 'http500', times: 2 }]);
});

it('removes a fault when `times` is zero', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'hang', times: 3 });
  await sandbox.fault({ platform: 'bluesky', fault: 'hang', times: 0 });
  expect((await ana.put('a')).status).toBe(200);
});

it('applies faults to the webhook receiver, at one path or at all paths', async () => {
  const send = (path: string) =>
    sandbox.call('hooks.sandbox.test', path, { json: { type: 'post.scheduled' } });
  const planFault = (extra: object) => sandbox.fault({ platform: 'hooks', times: 1, ...extra });
  await planFault({ fault: 'http429', retryAfterSeconds: 7, account: '/ana' });
  expect((await send('/bob')).status).toBe(200);
  const busy = await send('/ana');
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '7']);
  await planFault({ fault: 'http500' });
  expect((await send('/ana')).status).toBe(500);
  await planFault({ fault: 'answer', answer: { status: 410, body: {} } });
  expect((await send('/ana')).status).toBe(410);
  await planFault({ fault: 'dropAfterAccept' });
  await expect(send('/ana')).rejects.toThrow();
  expect((await send('/ana')).status).toBe(200);
  const { json } = await sandbox.call(LOCAL, '/control/webhooks?path=/ana');
  expect((json as { received: unknown[] }).received).toHaveLength(2);
});
