import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { postgresProcesses, signal } from './postgres-processes.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';

describe('a running product', () => {
  let product: Product;
  let ana: Creator;
  beforeAll(async () => {
    product = await startProduct({ embedded: true });
    ana = await Creator.signedIn(product);
  });
  afterAll(() => product.close());

  it('prints its URL, its database, its event log and a hint about signing in', () => {
    expect(product.output()).toMatch(/^database: embedded PostgreSQL, made on port \d+/m);
    expect(product.output()).toMatch(
      /^event log: (postgres|eventstoredb \S+ \(no tls\)), id [0-9a-f-]{36}, head/m,
    );
    expect(product.output()).toContain(`Posthorn is ready: ${product.url}`);
    expect(product.output()).toContain('Sign in with any e-mail address');
  });
  it('reports its health and shows its metrics', async () => {
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
  it('keeps an idle connection for longer than load balancers do', async () => {
    const agent = new Agent({ keepAlive: true });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${product.url}/health/live`, { agent }, resolve).once('error', reject);
    });
    answer.resume();
    expect(answer.headers['keep-alive']).toBe('timeout=65');
    agent.destroy();
  });
  it('refuses to share its data with a second product', async () => {
    const [port] = await freePorts(1);
    const second = await run('backend/src/main.ts', {
      env: { ...product.commandEnv, PORT: String(port) },
    });
    expect(second.code).toBe(1);
    expect(second.said).toContain('Another Posthorn is running on DATA_DIR');
  });
  it('rebuilds a read model while it runs', async () => {
    const projections = (...args: readonly string[]) =>
      run('backend/src/cli/projections.ts', { env: product.commandEnv, args });
    const rebuilt = await projections('rebuild', 'identity.users');
    expect(rebuilt).toMatchObject({
      code: 0,
      said: expect.stringMatching(/identity\.users: rebuilt from \d+ events/),
    });
    expect((await ana.client.get('/api/auth/user')).status).toBe(200);
    const status = await projections('status');
    expect(status.said).toMatch(/\* identity\.users v\d+\.1 {2}caught up/);
  });
  it('restarts its database server after that server was killed', async () => {
    const pid = product.pid();
    const versionFile = join(clusterFolder(product.dataDir, serverUser()).cluster, 'PG_VERSION');
    const originalVersion = readFileSync(versionFile);
    // The server does not start on files of another version, so the request finds no database.
    writeFileSync(versionFile, '1\n');
    // Kills all processes together: a session that survives for a moment would accept the change.
    signal(await postgresProcesses(product.dataDir), 'SIGKILL');
    const refused = await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Rome' });
    writeFileSync(versionFile, originalVersion);
    expect(refused).toMatchObject({ status: 503, body: { code: expect.stringMatching(/^server\./) } });
    expect(refused.headers.get('retry-after')).toBe('5');
    await eventually(async () => {
      const saved = await ana.client.call('PUT', '/api/user/timezone', { timezone: 'Europe/Rome' });
      expect(saved.status).toBe(200);
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    }, 60);
    expect(product.pid()).toBe(pid);
    // The read models need a moment longer, and responses are marked as stale until then.
    await eventually(async () => {
      expect((await ana.client.get('/api/user/timezone')).body).toEqual({ timezone: 'Europe/Rome' });
    });
  });
});

it('prints a hint when the landing page of a public server shows invented examples', async () => {
  const product = await startProduct({ embedded: true, env: { PUBLIC_URL: 'https://posts.example.net' } });
  expect(product.output()).toMatch(/^Landing page: posts\.example\.net shows invented examples \(50K\+/mu);
  await product.close();
});
