import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterFolder, type ClusterFolder } from '../database/embedded/cluster-folder.ts';
import { serverUrl } from '../database/embedded/database-roles.ts';
import { launchServer, runningServer, type Server } from '../database/embedded/server-process.ts';
import { isPostgres } from '../database/embedded/postgres-process.ts';
import { serverUser, type ServerUser } from '../database/embedded/server-user.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** Specs need speed, and their data need not survive a power cut. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  autovacuum: 'off',
  // Each connection checks a password, and by default hashes it 4,096 times.
  scram_iterations: '1',
};
/** The modification time of this file is the time of the last request for the server. */
const lastRequestFile = () => `${testServerFolder}.asked`;
const STALE_LOCK_MILLISECONDS = 60_000;

let cached: Readonly<{ user: ServerUser }> | undefined;
/** The server that this process used last. */
let usedServer: Server | undefined;
const name = createHash('sha256')
  .update(`${repositoryRoot()} ${String(process.getuid?.() ?? '')}`)
  .digest('hex');
/** The folder of the server. Every user can enter it, because the server may run as another user. */
export const testServerFolder = join(tmpdir(), `posthorn-specs-${name.slice(0, 12)}`);

export type TestPostgresServer = Readonly<{
  /** The URL for the role of specs, which has as few privileges as the product’s role. */
  url: string;
  /** The URL for the superuser, which creates and drops databases. */
  makerUrl: string;
}>;

/**
 * One PostgreSQL server for all spec processes of this working tree. The first process starts the server. The server stops half a minute
 * after its last connection.
 */
export async function testServer(): Promise<TestPostgresServer> {
  // `serverUser` runs two programs, so its result is cached.
  cached ??= { user: serverUser() };
  const { user } = cached;
  return withLock(async () => {
    // The caller has not connected yet. The process that stops an unused server must count this request as a use.
    writeFileSync(lastRequestFile(), '');
    const folder = clusterFolder(testServerFolder, user);
    // Servers only end under the lock. So a server that this process has used still accepts connections, and needs no check.
    if (!usedServer || !isPostgres(usedServer.pid))
      usedServer = (await runningServer(folder)) ?? (await launch(folder, user));
    const { url, port } = usedServer;
    return { url, makerUrl: serverUrl(folder, port) };
  });
}

async function launch(folder: ClusterFolder, user: ServerUser): Promise<Server> {
  const server = await launchServer(folder, user, { settings: FAST });
  const reaper = join(repositoryRoot(), 'backend/src/infrastructure/testing/test-server-reaper.ts');
  spawn(process.execPath, ['--no-warnings', reaper], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: { TMPDIR: tmpdir() },
  }).unref();
  return server;
}

/** Milliseconds since the last request for the server. */
export const sinceLastRequest = (): number =>
  Date.now() - (statSync(lastRequestFile(), { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** Runs `work` under a lock among all processes, so that starting and ending the server never overlap. */
export async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${testServerFolder}.lock`;
  while (!takeLock(lock)) await pause(20);
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // A killed process has left the lock behind.
    if (age > STALE_LOCK_MILLISECONDS) rmdirSync(lock);
    return false;
  }
}
