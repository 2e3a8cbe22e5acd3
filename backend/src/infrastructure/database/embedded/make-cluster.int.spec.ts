import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { binaries } from './binaries.ts';
import { clusterFolder } from './cluster-folder.ts';
import { beginEmbeddedPostgres, startEmbeddedPostgres, stopLeftover } from './embedded-postgres.ts';
import { makeCluster } from './make-cluster.ts';
import { serverUser } from './server-user.ts';

let dataDir: string;
const starting: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-cluster-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of starting.splice(0)) child.kill('SIGKILL');
  await stopLeftover(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

const home = () => join(dataDir, 'postgres');
const unfinished = () => readdirSync(home()).filter((name) => name.includes('unfinished'));

/** Another process that starts the server. */
function start(): ChildProcess {
  const file = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(file)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script]);
  starting.push(child);
  return child;
}

it('starts after a product that was killed while it made the cluster', async () => {
  const killed = start();
  // `initdb` writes this file first.
  while (globSync('*/PG_VERSION', { cwd: home() }).length === 0) await pause(5);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const server = await startEmbeddedPostgres({ dataDir });
  expect(server.startLine).toContain('made');
  await server.stop();
});

it('removes an unfinished cluster of an earlier start, but not one that another process is still making', async () => {
  const old = join(home(), 'cluster.unfinished-old');
  for (const folder of [old, join(home(), 'cluster.unfinished-young')])
    await mkdir(join(folder, 'base'), { recursive: true });
  await utimes(old, new Date(), new Date(Date.now() - 3_600_000));
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  expect(unfinished()).toEqual(['cluster.unfinished-young']);
});

it('makes one cluster when two products start at the same time', async () => {
  const user = serverUser();
  const folder = clusterFolder(dataDir, user);
  const made = await Promise.all([1, 2].map(() => makeCluster(folder, user, binaries(user))));
  expect(made.toSorted()).toEqual([false, true]);
  expect(existsSync(join(folder.cluster, 'PG_VERSION'))).toBe(true);
  expect(unfinished()).toEqual([]);
});

it('returns to its caller while the cluster is still being made', async () => {
  const { server } = await beginEmbeddedPostgres(dataDir);
  expect(unfinished()).toHaveLength(1);
  await (await server).stop();
  expect(unfinished()).toEqual([]);
});
