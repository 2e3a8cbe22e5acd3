import { Agent, request } from 'node:http';
import { LIVE_PATH, LIVE_TOPICS, type LiveMessage } from '@posthorn/contracts/shared/live.http';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Touched } from '#infrastructure/readers/projection.ts';
import { boot, type Booted } from '../testing/boot.ts';
import { LiveUpdates } from './live-updates.ts';

let one: Booted;
let other: Booted;
beforeAll(async () => {
  one = await boot([], { database: true });
  other = await boot([], { sharing: one.database });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Reads the stream as a page does, chunk by chunk. */
async function listen(booted: Booted, user: string, headers: Record<string, string> = {}, query = '') {
  const response = await fetch(`${booted.url}${LIVE_PATH}${query}`, {
    headers: { 'x-test-user': user, ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    close: () => reader?.cancel(),
    until: async (expected: string) => {
      while (!text.includes(expected)) {
        const piece = await reader?.read();
        if (!piece || piece.done) return false;
        text += piece.value;
      }
      return true;
    },
    text: () => text,
  };
}
/** Repeats the work until the page has received the message. The channel loses messages that come before it has connected. */
async function publishUntil(isReceived: Promise<boolean>, work: () => Promise<void>): Promise<void> {
  const state = { done: false };
  void isReceived.then(() => (state.done = true));
  while (!state.done) {
    await work();
    await new Promise(setImmediate);
  }
}

it('notifies the pages of one user in every process', async () => {
  const ana = await listen(other, 'ana');
  const eve = await listen(other, 'eve');
  expect(ana.response.headers.get('content-type')).toContain('text/event-stream');
  await publishUntil(ana.until('"topic":"posts","version":"7"'), () =>
    one.app.get(LiveUpdates).publish([{ userId: 'ana', topic: 'posts' }], '7'),
  );
  await publishUntil(eve.until('"version":"8"'), () =>
    one.app.get(LiveUpdates).publish([{ userId: 'eve', topic: 'accounts' }], '8'),
  );
  expect(eve.text()).not.toContain('"version":"7"');
  await ana.close();
  await eve.close();
});
it('lists each changed and each deleted item once if they are few', async () => {
  const page = await listen(other, 'ana');
  const list = { userId: 'ana', topic: 'posts' } as const;
  const changed = (id: number, isGone = false) => ({ ...list, change: { id, isGone } });
  const publishAndWait = async (version: string, ...touched: Touched[]) => {
    await publishUntil(page.until(`"version":"${version}"`), () =>
      one.app.get(LiveUpdates).publish(touched, version),
    );
    return page
      .text()
      .split('\n')
      .find((line) => line.includes(`"version":"${version}"`));
  };
  expect(
    await publishAndWait('few', changed(3), changed(4, true), changed(5, true), changed(5), changed(3)),
  ).toContain('"version":"few","changes":{"ids":[3,5],"gone":[4]}}');
  expect(await publishAndWait('some', changed(3), list)).toContain('"version":"some"}');
  const many = Array.from({ length: 11 }, (_, id) => changed(id));
  expect(await publishAndWait('many', ...many)).toContain('"version":"many"}');
  await page.close();
});
it('notifies a thousand users in one message, each of their own changes, with the longest ids', async () => {
  const received: LiveMessage[] = [];
  const leave = one.app.get(LiveUpdates).add({
    userId: 'u'.repeat(33) + '999',
    sessionId: 's',
    end: () => undefined,
    send: (message) => received.push(message),
  });
  const touched = Array.from({ length: 1_000 }, (_, user) =>
    Array.from({ length: 10 }, (_, id) => ({
      userId: 'u'.repeat(33) + String(user).padStart(3, '0'),
      topic: 'accounts' as const,
      change: { id: Number.MAX_SAFE_INTEGER - id, isGone: id % 2 === 0 },
    })),
  ).flat();
  // A process that has just begun to listen first reports every list as changed. That message lists no items.
  const messageForAll = () => received.find(({ version }) => version === 'all');
  while (!messageForAll()) await other.app.get(LiveUpdates).publish(touched, 'all');
  leave();
  expect(messageForAll()?.changes?.ids).toHaveLength(5);
  expect(messageForAll()?.changes?.gone).toHaveLength(5);
});
it('reports every list as changed for a page that reconnects', async () => {
  const page = await listen(one, 'ana', { 'last-event-id': '00042' });
  await page.until('"topic":"user"');
  expect(page.text()).toContain('"topic":"posts"');
  expect(page.text()).toContain('"topic":"accounts"');
  await page.close();
});
it('notifies a page of changes between its first request and the start of its live connection', async () => {
  const [updates, listening] = [one.app.get(LiveUpdates), other.app.get(LiveUpdates)];
  const before = await listen(other, 'flo');
  await publishUntil(before.until('"version":"early"'), () =>
    updates.publish([{ userId: 'flo', topic: 'comments' }], 'early'),
  );
  const changedWithin = jest.spyOn(listening, 'changedWithin');
  const late = await listen(other, 'flo', {}, '?age=30000');
  await late.until('"topic":"comments"');
  expect(changedWithin).toHaveBeenCalledWith('flo', 30_000);
  const eve = await listen(other, 'eve', {}, '?age=nonsense');
  await eve.until('id: start');
  expect(changedWithin).toHaveBeenCalledTimes(1);
  changedWithin.mockRestore();
  for (const page of [before, late, eve]) await page.close();
});
it('reports every list as changed after its connection to the database was cut', async () => {
  const page = await listen(other, 'ana');
  await page.until('id: start');
  // The connection to the database may still be opening. The next step cuts off one that already listens.
  await publishUntil(page.until('"version":"heard"'), () =>
    one.app.get(LiveUpdates).publish([{ userId: 'ana', topic: 'posts' }], 'heard'),
  );
  const before = page.text().length;
  const cut = await one.database?.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '%news%'`,
  );
  expect(cut?.rowCount).toBe(2);
  await page.until('"topic":"user"');
  for (const topic of LIVE_TOPICS) expect(page.text().slice(before)).toContain(`"topic":"${topic}"`);
  await page.close();
});
it('closes the connection when the session ends', async () => {
  const page = await listen(other, 'ana');
  await publishUntil(page.until('never'), () => one.app.get(LiveUpdates).endSession('session-of-ana'));
  expect(await page.until('never')).toBe(false);
});
it('allows eight open pages for each session, closes the oldest page, and sends it the reason', async () => {
  const pages = [];
  for (let opened = 0; opened < 9; opened++) {
    const page = await listen(one, 'cleo');
    await page.until('id: start');
    pages.push(page);
  }
  const [first, second] = pages;
  expect(await first?.until(': too many pages are open')).toBe(true);
  expect(first?.text()).toContain('retry: 60000');
  expect(await first?.until('never')).toBe(false);
  await publishUntil(second?.until('"version":"9"') ?? Promise.reject(new Error()), () =>
    other.app.get(LiveUpdates).publish([{ userId: 'cleo', topic: 'posts' }], '9'),
  );
  for (const page of pages) await page.close();
});
it('allows 24 open pages for each user in all sessions together', () => {
  const updates = one.app.get(LiveUpdates);
  const ended: number[] = [];
  const leave = Array.from({ length: 26 }, (_, page) =>
    updates.add({
      userId: 'dora',
      sessionId: String(page),
      send: () => undefined,
      end: () => ended.push(page),
    }),
  );
  expect(ended).toEqual([0, 1]);
  for (const stop of leave) stop();
});
it('refuses a page when the process has its maximum number of pages', async () => {
  const updates = one.app.get(LiveUpdates);
  const silent = { send: () => undefined, end: () => undefined };
  // The process needs a moment to remove the pages that earlier specs closed.
  while (updates.count() > 0) await new Promise(setImmediate);
  const leave: (() => void)[] = [];
  while (!updates.isFull) {
    const name = String(leave.length);
    leave.push(updates.add({ userId: name, sessionId: name, ...silent }));
  }
  const response = await fetch(`${one.url}${LIVE_PATH}`, { headers: { 'x-test-user': 'ana' } });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await response.json()).toMatchObject({ code: 'server.live-full' });
  for (const stop of leave) stop();
  const page = await listen(one, 'ana');
  expect(page.response.status).toBe(200);
  await page.close();
});
it('requires a signed-in user', async () => {
  expect((await fetch(`${one.url}${LIVE_PATH}`)).status).toBe(401);
});
it('responds to HEAD immediately, and keeps the connection free for the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${one.url}${path}`, { method, agent, headers: { 'x-test-user': 'ana' } }, (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode);
        });
      })
        .once('error', reject)
        .end();
    });
  expect(await send('HEAD', LIVE_PATH)).toBe(200);
  expect(await send('GET', '/health/live')).toBe(200);
  agent.destroy();
});
