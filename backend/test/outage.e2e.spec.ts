import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HAS_REAL_SERVER } from '@posthorn/event-store/testing/test-server';
import { BrowserlessClient, newestLink, type ApiResponse } from './browserless-client.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { inDatabase, keptState, picturesAreFetched, recordedEvents } from './kept-data.ts';
import { postgresProcesses, signal } from './postgres-processes.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@outage.example';
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let accounts: readonly AccountView[];

beforeAll(async () => {
  product = await startProduct({ embedded: true, fast: true, env: { COMPLIMENTARY_PREMIUM: ANA } });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, ANA);
  accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
});
afterAll(() => product.close());

const postRequest = (content: string, scheduledFor = inOneHour()) => ({
  content,
  scheduledFor,
  selectedAccountIds: accounts.map(({ id }) => id),
});

async function expectReady(): Promise<void> {
  const reply = await fetch(`${product.url}/health/ready`);
  if (!reply.ok) throw new Error(`Not ready: ${await reply.text()}`);
}

/** Expects a temporary error: status 503, one of these codes, and the time of the next attempt. */
function expectLater({ status, headers, body }: ApiResponse<ErrorReply>, codes: readonly string[]): void {
  expect({ status, code: body.code }).toEqual({ status: 503, code: expect.any(String) });
  expect(codes).toContain(body.code);
  expect([SERVER_TEXT.logUnavailable, SERVER_TEXT.databaseUnavailable]).toContain(body.message);
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
  expect(body.requestId).toBeTruthy();
}

/** Expects each post once on each platform, and an intent in the log before each publishing call. */
async function expectPublishedOnce(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const received = await sandbox.postsWith(text);
    expect({ text, on: received.map(({ platform }) => platform).sort() }).toEqual({
      text,
      on: ['bluesky', 'mastodon'],
    });
  }
  const intents = (await recordedEvents(product)).filter(({ type }) => type === 'PublishAttemptStarted');
  expect(await sandbox.publishingCalls()).toBeLessThanOrEqual(intents.length);
}

// The tests of the database server below cover a log in PostgreSQL.
if (process.env['POSTHORN_TEST_LOG'] === 'eventstoredb') {
  describe('while the event log does not respond', () => {
    const LOG_UNAVAILABLE = ['server.log-unavailable'];
    let kept: Record<string, unknown>;
    let due: number;
    let scheduled: number;
    let newcomer: BrowserlessClient;
    let token: string | null;
    let calls: number;

    beforeAll(async () => {
      scheduled = (await ana.client.post<{ id: number }>('/api/posts', postRequest('Stays as it is'))).body
        .id;
      newcomer = new BrowserlessClient(product.url);
      await newcomer.post('/api/login', { email: 'newcomer@outage.example' });
      token = new URL(await newestLink(product.dataDir, 'newcomer@outage.example')).searchParams.get('token');
      await eventually(async () => {
        expect(await inDatabase(product, picturesAreFetched)).toBe(true);
      });
      // Before this time, a slow machine must also read the state and stop the log.
      const soon = new Date(Date.now() + 10_000).toISOString();
      due = (
        await ana.client.post<{ id: number }>(
          '/api/posts',
          postRequest('Due while the log does not answer', soon),
        )
      ).body.id;
      await ana.post(due);
      kept = await keptState(product);
      calls = await sandbox.publishingCalls();
      await product.eventStore?.stop();
    });

    it('still reads from the read models', async () => {
      for (const path of ['auth/user', 'posts', 'connected-accounts', 'user/timezone', 'auth/sessions']) {
        expect({ path, status: (await ana.client.get(`/api/${path}`)).status }).toEqual({
          path,
          status: 200,
        });
      }
      expect((await ana.post(scheduled)).content).toBe('Stays as it is');
    });
    it('returns 503 for requests that need the log', async () => {
      const path = `/api/posts/${String(scheduled)}`;
      const { body: user } = await ana.client.get<{ id: string }>('/api/auth/user');
      const [account] = accounts;
      const requests: readonly (readonly [string, string, unknown?])[] = [
        ['GET', `${path}/history`],
        ['GET', `${path}/history/export`],
        ['POST', '/api/posts', postRequest('Never stored')],
        ['PUT', path, postRequest('Never changed')],
        ['DELETE', path],
        ['POST', `${path}/restore`],
        ['POST', `${path}/targets/${String(account?.id)}/retry`],
        ['PUT', '/api/user/timezone', { timezone: 'Asia/Tokyo' }],
        ['PATCH', `/api/users/${user.id}`, { firstName: 'Ana', lastName: 'Away' }],
        ['DELETE', `/api/accounts/${String(account?.id)}`],
        [
          'POST',
          '/api/auth/mastodon/connect',
          { instance: 'https://mastodon.sandbox.test', accessToken: 'later' },
        ],
      ];
      const send = ([method, address, body]: (typeof requests)[number]) =>
        ana.client.call<ErrorReply>(method, address, body);
      for (const answer of await Promise.all(requests.map(send))) expectLater(answer, LOG_UNAVAILABLE);
      expectLater(await newcomer.post<ErrorReply>('/api/login/verify', { token }), LOG_UNAVAILABLE);
    });
    it('reports itself as not ready, and stays alive', async () => {
      const ready = await eventually(async () => {
        const reply = await fetch(`${product.url}/health/ready`);
        expect(reply.status).toBe(503);
        return reply;
      });
      expect(await ready.json()).toMatchObject({ ready: false, parts: { log: { ready: false } } });
      expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    });
    it('does not call platforms while it cannot record the intent', async () => {
      await pause(Math.max(0, Date.parse((await ana.post(due)).scheduledFor) + 1_000 - Date.now()));
      expect(await sandbox.publishingCalls()).toBe(calls);
      expect((await ana.post(due)).targets.map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
    });
    (HAS_REAL_SERVER ? it.skip : it)(
      'has stored nothing of the refused requests (needs the double: a stopped server cannot be read)',
      async () => {
        // The refused requests reserved rows in these tables, for an account and a user that do not exist yet.
        const tables = [
          'integrations.account_key',
          'identity.email',
          'identity.username',
          'vault.subject_key',
        ];
        const withoutReservations = (state: Record<string, unknown>) =>
          Object.fromEntries(Object.entries(state).filter(([name]) => !tables.includes(name)));
        expect(withoutReservations(await keptState(product))).toEqual(withoutReservations(kept));
      },
    );
    it('recovers by itself: it publishes due posts once and accepts the refused requests', async () => {
      await product.eventStore?.start();
      await eventually(expectReady);
      await ana.settled(due, ['posted']);
      await expectPublishedOnce(['Due while the log does not answer']);
      expect((await ana.post(scheduled)).content).toBe('Stays as it is');
      expect(await sandbox.postsWith('Never')).toEqual([]);
      expect((await newcomer.post('/api/login/verify', { token })).status).toBe(204);
      expect((await ana.client.get(`/api/posts/${String(scheduled)}/history`)).status).toBe(200);
    });
  });

  (HAS_REAL_SERVER ? it.skip : it)(
    'stores a post once when several responses of the log are lost (needs the double: it loses responses on demand)',
    async () => {
      product.eventStore?.double?.faults.push('drop-reply', 'exception', 'drop-reply');
      const { status, body } = await ana.schedule(accounts, 'Told three times');
      expect(status).toBe(201);
      await ana.settled(body.id, ['posted']);
      await expectPublishedOnce(['Told three times']);
      const stored = (await recordedEvents(product)).filter(
        ({ stream }) => stream === `post-${String(body.id)}`,
      );
      expect(stored.map(({ type }) => type)).toEqual(['PostScheduled', 'PostPublishingStarted']);
    },
  );
}

describe.each([
  [
    'dies',
    (pids: readonly number[]) => {
      signal(pids.slice(0, 1), 'SIGKILL');
      return Promise.resolve();
    },
  ],
  [
    'hangs for a while',
    async (pids: readonly number[]) => {
      signal(pids, 'SIGSTOP');
      await pause(3_000);
      signal(pids, 'SIGCONT');
    },
  ],
])('when the database server %s', (what, disturb) => {
  it('returns 503 or no response, and keeps every confirmed post', async () => {
    const dueText = `Due while the database ${what}`;
    const { body: due } = await ana.client.post<{ id: number }>(
      '/api/posts',
      postRequest(dueText, new Date(Date.now() + 800).toISOString()),
    );
    const keys = Array.from({ length: 12 }, (_, index) => `${what}-${String(index)}`.replaceAll(' ', '-'));
    const at = inOneHour();
    const create = (key: string) =>
      ana.client.post<ErrorReply & { id: number }>('/api/posts', postRequest(`Post ${key}`, at), {
        'idempotency-key': key,
      });
    const codes = ['server.database-unavailable', 'server.log-unavailable'];

    const disturbance = pause(300)
      .then(() => postgresProcesses(product.dataDir))
      .then(disturb);
    const writes = keys.map(async (key, index) => {
      await pause(index * 100);
      const [write, read] = await Promise.all([create(key), ana.client.get<ErrorReply>('/api/posts')]);
      expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
      if (write.status !== 201) expectLater(write, codes);
      if (read.status !== 200) expectLater(read, codes);
      return { key, ...write };
    });
    const responses = await Promise.all(writes);
    await disturbance;

    await eventually(expectReady);

    // A client that got 503 repeats the request with the same key. Each key gives one post, whatever its first request did.
    const again = await Promise.all(keys.map(create));
    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
    for (const [index, { status, body }] of responses.entries()) {
      if (status === 201) expect(again[index]?.body.id).toBe(body.id);
    }
    const { body: posts } = await ana.client.get<readonly { content: string }[]>('/api/posts');
    for (const key of keys) expect(posts.filter(({ content }) => content === `Post ${key}`)).toHaveLength(1);

    await ana.settled(due.id, ['posted']);
    await expectPublishedOnce([dueText]);
  });
});

it('continues to publish afterwards, without a restart', async () => {
  const { body } = await ana.schedule(accounts, 'As if nothing had been');
  await ana.settled(body.id, ['posted']);
  await expectPublishedOnce(['As if nothing had been']);
  const figures = await (await fetch(`${product.url}/metrics`)).text();
  expect(figures).toContain('state="running"');
  expect(figures).not.toContain('state="stopped"');
  const states = await inDatabase(product, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      'select distinct state from runner.checkpoint where active',
    );
    return rows.map(({ state }) => state);
  });
  expect(states.filter((state) => state.startsWith('stopped'))).toEqual([]);
});
