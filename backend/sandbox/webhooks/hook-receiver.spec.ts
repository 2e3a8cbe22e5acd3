import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest } from '../testing/sandbox-client.ts';

const HOOKS = 'hooks.sandbox.test';
const sandbox = new SandboxUnderTest();

beforeEach(() => sandbox.start());
afterEach(() => sandbox.stop());

const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' };
const send = (path: string) => sandbox.call(HOOKS, path, { headers, json: { type: 'post.scheduled' } });
const fault = (more: object) =>
  sandbox.call(LOCAL, '/control/faults', { json: { platform: 'hooks', times: 1, ...more } });
const listed = async (query = '') =>
  (await sandbox.call(LOCAL, `/control/webhooks${query}`)).json as {
    delivered: unknown[];
    received: Readonly<{ path: string }>[];
  };

it('takes what is posted to any path, and lists it with its signature, also after a restart', async () => {
  expect((await send('/ana/one')).status).toBe(200);
  await send('/bob');
  await sandbox.restart();
  const { received, delivered } = await listed();
  expect(delivered).toEqual([]);
  expect(received.map(({ path }) => path)).toEqual(['/ana/one', '/bob']);
  expect(received[0]).toEqual({
    path: '/ana/one',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': '' },
    body: '{"type":"post.scheduled"}',
    receivedAt: '2026-11-01T12:00:00.000Z',
  });
  expect((await listed('?path=/bob')).received).toHaveLength(1);
  await sandbox.call(LOCAL, '/control/reset', { json: {} });
  expect((await listed()).received).toEqual([]);
});

it('does what the faults for it say, for one path or for all', async () => {
  await fault({ fault: 'http429', retryAfterSeconds: 7, account: '/ana' });
  expect((await send('/bob')).status).toBe(200);
  const busy = await send('/ana');
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '7']);
  await fault({ fault: 'http500' });
  expect((await send('/ana')).status).toBe(500);
  await fault({ fault: 'answer', answer: { status: 410, body: {} } });
  expect((await send('/ana')).status).toBe(410);
  await fault({ fault: 'dropAfterAccept' });
  await expect(send('/ana')).rejects.toThrow();
  expect((await send('/ana')).status).toBe(200);
  expect((await listed('?path=/ana')).received).toHaveLength(2);
});
