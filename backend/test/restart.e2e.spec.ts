import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { describeOnce, itOnce } from './second-run.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@restart.example';
const MAIN = 'backend/src/main.ts';

// None of these starts opens a usable event log.
describeOnce?.('a start with wrong settings', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-wrong-'));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = async (env: Readonly<Record<string, string>>, uid?: number) => {
    const [port] = await freePorts(1);
    return run(MAIN, {
      env: { PORT: String(port), SANDBOX: 'off', DATA_DIR: join(folder, 'data'), ...env },
      ...(uid !== undefined && { uid }),
    });
  };

  // The spec of the configuration covers the other errors. Most of these appear only when the product opens a connection.
  it.each([
    [{ PORT: 'abc' }, /^PORT is "abc": use a number\.$/u],
    [
      { DATABASE_URL: 'postgres://ana:hush@127.0.0.1:1/posthorn' },
      /^DATABASE_URL: cannot use the database at 127\.0\.0\.1:1\/posthorn \(connect ECONNREFUSED .*\)\.$/u,
    ],
    [
      { EVENTSTORE_URL: 'esdb://127.0.0.1:2113' },
      /^EVENTSTORE_URL needs a user and a password, unless it says tls=false\.$/u,
    ],
    [
      { EVENTSTORE_URL: 'esdb://ana:hush@127.0.0.1:1?tls=false' },
      /^EVENTSTORE_URL: cannot reach the event store at 127\.0\.0\.1:1 \(.+\)\.$/u,
    ],
    [
      { ENCRYPTION_KEYS: 'hush' },
      /^ENCRYPTION_KEYS has an entry without an id: write id:base64 of 32 random bytes/u,
    ],
    [{ ENCRYPTION_KEYS: 'one:hush' }, /^ENCRYPTION_KEYS: key one is not 32 bytes long: write id:base64/u],
    [{ BIND_ADDRESS: '10.255.255.254' }, /^BIND_ADDRESS is not an IP address of this machine: /u],
  ])('fails with one line about the error for %j', async (env, sentence) => {
    const { code, said } = await start(env);
    expect({ code, lines: said.split('\n').length, said }).toEqual({ code: 1, lines: 1, said });
    expect(said).toMatch(sentence);
    expect(said).not.toContain('hush');
    // The product has stopped the database server that it had started.
    expect(existsSync(join(folder, 'data', 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  // Root may write anywhere, so the test needs another user, and only root can start a process as another user.
  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('fails with one line when the data folder is not writable', async () => {
    const { code, said } = await start({ DATA_DIR: join(folder, 'data') }, 65_534);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^DATA_DIR \S+ cannot be written \(EACCES\): make it writable or set DATA_DIR/u,
      ),
    });
  });
});

describe('a product that is killed and started again', () => {
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

  const expectOnce = async (id: number, text: string) => {
    const { targets } = await ana.settled(id, ['posted']);
    const received = await sandbox.postsWith(text);
    expect({ text, on: received.map(({ remoteId }) => remoteId).sort() }).toEqual({
      text,
      on: targets.map(({ remoteId }) => remoteId).sort(),
    });
    expect(received).toHaveLength(2);
  };

  itOnce?.('reports an occupied port and leaves the first product running', async () => {
    const { port } = new URL(product.url);
    const sandboxPort = new URL(product.sandboxUrl).port;
    const env = { PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: product.dataDir };
    expect(await run(MAIN, { env })).toEqual({
      code: 1,
      said: `Port ${port} is taken: stop the program that uses it, or set PORT to another.`,
    });
    const [freePort] = await freePorts(1);
    expect(await run(MAIN, { env: { ...env, PORT: String(freePort) } })).toEqual({
      code: 1,
      said: `Port ${sandboxPort} is taken: stop the program that uses it, or set SANDBOX_PORT to another.`,
    });
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
  });

  it('keeps every confirmed post after a kill, and publishes it once', async () => {
    const confirmed: { id: number; text: string }[] = [];
    for (const moment of ['at once', 'while it publishes', 'and its database with it']) {
      const text = `Confirmed, then killed ${moment}`;
      const { status, body } = await ana.schedule(accounts, text);
      expect(status).toBe(201);
      confirmed.push({ id: body.id, text });
      if (moment !== 'at once') await pause(400 + Math.random() * 500);
      await product.kill();
      if (moment === 'and its database with it') process.kill(await postmaster(), 'SIGKILL');
      await product.restart();
      expect(product.output()).toMatch(/^database: embedded PostgreSQL, (adopted|started) on port \d+/mu);
      if (moment !== 'and its database with it') expect(product.output()).toContain(', adopted on port');
      expect((await ana.post(body.id)).content).toBe(text);
    }
    for (const { id, text } of confirmed) await expectOnce(id, text);
  });

  it('waits for running calls before it stops, and looks up unknown outcomes after the restart', async () => {
    await sandbox.fault('mastodon', 'hang');
    const text = 'Hanging while it stops';
    const { body } = await ana.schedule(accounts, text);
    await eventually(async () => {
      const target = (await ana.post(body.id)).targets.find(({ platform }) => platform === 'mastodon');
      expect(target?.status).toBe('publishing');
    });
    await product.stop();
    // The cause in the log must be a timeout of the platform, and not a lost worker.
    expect(product.output().trim()).toMatch(/\nStopping …$/u);
    await product.restart();
    await expectOnce(body.id, text);
    const { body: history } = await ana.client.get<{
      events: readonly { type: string; data: { cause?: string } }[];
    }>(`/api/posts/${String(body.id)}/history`);
    const unknown = history.events.filter(({ type }) => type === 'PlatformPublishUnknown');
    expect(unknown.map(({ data }) => data.cause)).toEqual(['timeout']);
  });

  it('stops with many posts in progress, and publishes each of them once', async () => {
    const at = new Date(Date.now() + 1_500).toISOString();
    const texts = Array.from({ length: 8 }, (_, index) => `One of a crowd, number ${String(index)}.`);
    const posts = await Promise.all(texts.map((text) => ana.schedule(accounts, text, { scheduledFor: at })));
    expect(posts.map(({ status }) => status)).toEqual(texts.map(() => 201));
    await eventually(async () => {
      expect((await sandbox.postsWith('One of a crowd')).length).toBeGreaterThan(0);
    });
    await product.stop();
    await product.restart();
    expect(product.output()).toMatch(/^database: embedded PostgreSQL, started on port \d+/mu);
    for (const [index, text] of texts.entries()) await expectOnce(posts[index]?.body.id ?? 0, text);
  });

  async function postmaster(): Promise<number> {
    const file = join(product.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    return Number((await readFile(file, 'utf8')).split('\n')[0]);
  }
});
