import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { postgresProcesses, signal } from './postgres-processes.ts';
import { startProduct, type Product } from './product.ts';
import { programFlags } from './program-flags.ts';

/** Starts what must not start, and answers what a person sees. */
async function refusedStart(env: Record<string, string>, script = 'src/main.ts', ...args: string[]) {
  const child = spawn(process.execPath, [...programFlags(`backend/${script}`), ...args], {
    env: { PATH: process.env['PATH'], SANDBOX: 'off', ...env },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

describe('what keeps it from starting is said in one line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-start-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const start = await refusedStart({ PORT: port, DATA_DIR: folder });
    other.close();
    expect(start).toEqual({
      code: 1,
      said: `Port ${port} is taken: stop the program that uses it, or set PORT to another.`,
    });
  });
  it('a data folder that cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, said } = await refusedStart({ PORT: '17117', DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^DATA_DIR .* cannot be written .*: make it writable or set DATA_DIR to another folder\.$/,
    );
  });
  it('a database that is not there', async () => {
    const { code, said } = await refusedStart({
      PORT: '17117',
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://ana:secret@127.0.0.1:1/posthorn',
    });
    expect(code).toBe(1);
    expect(said).toMatch(/^DATABASE_URL: cannot use the database at 127\.0\.0\.1:1\/posthorn \(.*\)\.$/);
    expect(said).not.toContain('secret');
  });
  it('variables that cannot be used', async () => {
    expect(await refusedStart({ PORT: 'http', ROLES: 'cook' })).toEqual({
      code: 1,
      said: 'PORT is "http": use a number.\nROLES has "cook": use any of web,worker,projector.',
    });
  });
});

describe('a running product', () => {
  let product: Product;
  let ana: Creator;
  beforeAll(async () => {
    product = await startProduct({ embedded: true });
    ana = await Creator.signedIn(product);
  }, 120_000);
  afterAll(() => product.close());

  it('tells where it is, which log it uses and how to sign in', () => {
    expect(product.output()).toMatch(/^database: embedded PostgreSQL, made on port \d+/m);
    expect(product.output()).toMatch(
      /^event log: (postgres, one machine|eventstoredb \S+ \(no tls\)), id [0-9a-f-]{36}, head/m,
    );
    expect(product.output()).toContain(`Posthorn is ready: ${product.url}`);
    expect(product.output()).toContain('Sign in with any e-mail address');
  });
  it('says how it is, and shows its figures', async () => {
    const ready = await fetch(`${product.url}/health/ready`);
    expect(await ready.json()).toMatchObject({
      ready: true,
      parts: {
        database: { ready: true },
        log: { ready: true },
        migrations: { ready: true },
        projections: { ready: true },
      },
    });
    const figures = await (await fetch(`${product.url}/metrics`)).text();
    expect(figures).toMatch(/^projection_lag_seconds\{projection="[^"]+"\} 0$/m);
    expect(figures).toMatch(/^http_request_duration_seconds_count/m);
    expect(figures).toMatch(/^process_resident_memory_bytes/m);
  });
  it('does not share its data with a second one', async () => {
    const second = await refusedStart({ PORT: '17118', DATA_DIR: product.dataDir });
    expect(second.code).toBe(1);
    expect(second.said).toContain('Another Posthorn is running on DATA_DIR');
  });
  it('rebuilds a read model while it runs', async () => {
    const env = {
      DATA_DIR: product.dataDir,
      ...(product.eventStore && { EVENTSTORE_URL: product.eventStore.url }),
    };
    const rebuilt = await refusedStart(env, 'src/cli/projections.ts', 'rebuild', 'identity.users');
    expect(rebuilt).toMatchObject({
      code: 0,
      said: expect.stringMatching(/identity\.users: rebuilt from \d+ events/),
    });
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
    const status = await refusedStart(env, 'src/cli/projections.ts', 'status');
    expect(status.said).toMatch(/\* identity\.users v\d+\.1 {2}caught up/);
    expect(await refusedStart(env, 'src/cli/projections.ts', 'rebuild', 'no.such')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no projection no.such.'),
    });
  });
  it('remembers everything after a power cut', async () => {
    await product.kill();
    await product.restart();
    expect(product.output()).toContain('embedded PostgreSQL, adopted');
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
  });
  it('stops cleanly, and starts again', async () => {
    await product.stop();
    expect(product.output()).toContain('Stopping');
    await product.restart();
    expect(product.output()).toContain('embedded PostgreSQL, started');
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
  });
  it('outlives its database, which it starts again', async () => {
    const pid = product.pid();
    // All at once: its sessions would live on for a moment and take the change.
    signal(await postgresProcesses(product.dataDir), 'SIGKILL');
    const refused = await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Rome' });
    expect(refused).toMatchObject({ status: 503, body: { code: expect.stringMatching(/^server\./) } });
    expect(refused.headers.get('retry-after')).toBe('5');
    await eventually(async () => {
      const saved = await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Rome' });
      expect(saved.status).toBe(200);
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    }, 60);
    expect(product.pid()).toBe(pid);
    // The read models take a moment more; until then they say that they are stale.
    await eventually(async () => {
      expect((await ana.client.get('/api/user/timezone')).body).toEqual({ timezone: 'Europe/Rome' });
    });
  });
  it('goes on reading while the event log is away, and refuses writes for the time being', async () => {
    const { eventStore } = product;
    // The log in the database goes and comes with the database.
    if (!eventStore) return;
    await eventStore.stop();
    const refused = await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Paris' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'server.log-unavailable' } });
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
    await eventually(async () => {
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(503);
    });
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    await eventStore.start();
    await eventually(async () => {
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    });
    expect((await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Paris' })).status).toBe(
      200,
    );
  });
});
