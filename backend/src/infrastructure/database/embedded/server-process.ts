import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { writeWhole } from '../whole-file.ts';
import { binaries, type Binaries } from './binaries.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import { productUrl, setUpRoles } from './database-roles.ts';
import { makeCluster } from './make-cluster.ts';
import { clusterServedBy, endProcess, isPostgres } from './postgres-process.ts';
import { overTcp, removeSocketLocks, socketFolder } from './server-socket.ts';
import { spawnAs, type ServerUser } from './server-user.ts';

const START_MILLISECONDS = 60_000;
const ORPHAN_MILLISECONDS = 15_000;
const LOG_MAX_BYTES = 5_000_000;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  max_wal_size: '512MB',
  jit: 'off',
  // The server has no subscribers, and the system caches its files: processes for either would be idle.
  max_logical_replication_workers: '0',
  io_method: 'sync',
};

export type Server = Readonly<{ url: string; port: number; pid: number }>;

type LaunchOptions = Readonly<{
  settings?: Readonly<Record<string, string>>;
  port?: number;
  onSpawn?: (() => void) | undefined;
}>;

/** Another process has started the server of this folder in the meantime. */
export class StartedByAnother extends OneLineError {}

/**
 * Creates the cluster if there is none. Starts its server on the same port as last time, if that port is free.
 * @param o.port use exactly this port, because other processes know the URL
 * @param o.onSpawn called after each start of a PostgreSQL program
 * @returns `fresh`: the cluster was created now
 * @throws StartedByAnother
 */
export async function launchServer(
  folder: ClusterFolder,
  user: ServerUser,
  o: LaunchOptions = {},
): Promise<Server & Readonly<{ fresh: boolean }>> {
  const bin = binaries(user);
  const fresh = await makeCluster(folder, user, bin, o.onSpawn);
  const port = o.port ?? (await freePort(lastPort(folder)));
  const pid = await launch(bin, folder, user, port, o);
  await setUpRoles(folder, port, { fresh });
  const url = productUrl(folder, port);
  noteConnection(folder, url);
  return { url, port, pid, fresh };
}

/** Writes the URL of the database into a file, for commands that run next to the product. */
export function noteConnection({ connectionFile }: ClusterFolder, url: string): void {
  const text = JSON.stringify({ url });
  // An unchanged file is not written, because the disk may be full.
  if (textOf(connectionFile) !== text) writeWhole(connectionFile, text);
}

/** Returns the running server of this folder. Ends a server that does not accept our password within 15 seconds. */
export async function runningServer(folder: ClusterFolder): Promise<Server | undefined> {
  const until = performance.now() + ORPHAN_MILLISECONDS;
  for (;;) {
    const orphan = orphanOf(folder);
    if (!orphan) return undefined;
    // A starting server listens on TCP before it makes its socket, and accepts connections only later.
    const address = productUrl(folder, orphan.port);
    // In a copied folder, the socket is only a file, and the process belongs to another product.
    for (const url of orphan.ready ? new Set([address, overTcp(address)]) : [])
      if (await acceptsConnections(url)) return { pid: orphan.pid, port: orphan.port, url };
    if (performance.now() > until) {
      await endProcess(orphan.pid);
      return undefined;
    }
    await pause(100);
  }
}

/**
 * Returns the server of this folder that an earlier run of the product left behind. Undefined when the process in `postmaster.pid` has ended, or
 * another program or the server of another folder has got its id.
 */
function orphanOf(folder: ClusterFolder): PidFile | undefined {
  const file = pidFile(folder);
  if (file.pid > 0 && isPostgres(file.pid) && isServerOf(folder, file)) return file;
  removeSocketLocks(folder);
  rmSync(pidFilePath(folder), { force: true });
  return undefined;
}

/** @throws OneLineError when the folder is a copy of the one that this server serves: the server would write into the original */
function isServerOf({ cluster }: ClusterFolder, { pid, cluster: noted }: PidFile): boolean {
  const served = clusterServedBy(pid);
  if (served === undefined) return true;
  if (served === null) return false;
  if (isSameFolder(served, cluster)) return true;
  // A folder that was moved while its server runs still has the old name there.
  if (served !== noted || !existsSync(served)) return served === noted;
  throw new OneLineError(
    `${cluster} is a copy of ${served}, made while its database was running (process ${String(pid)}). Start and stop Posthorn there, and copy it again.`,
  );
}

function isSameFolder(one: string, other: string): boolean {
  try {
    const [first, second] = [statSync(one), statSync(other)];
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    // It does not exist, or our user cannot enter it.
    return false;
  }
}

/** `cluster`: the folder that the server served when it started. `ready`: it has made all its sockets and accepts connections. */
type PidFile = Readonly<{ pid: number; cluster: string; port: number; ready: boolean }>;

/**
 * Reads lines 1, 2, 4 and 8 of `postmaster.pid`, as `pg_ctl` does. Without a file, `pid` and `port` are 0.
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h
 */
function pidFile(folder: ClusterFolder): PidFile {
  const lines = textOf(pidFilePath(folder)).split('\n');
  return {
    pid: Number(lines[0]),
    cluster: lines[1] ?? '',
    port: Number(lines[3] ?? 0),
    ready: lines[7]?.trim() === 'ready',
  };
}

/** Returns the process id as soon as the server accepts connections. */
async function launch(
  bin: Binaries,
  folder: ClusterFolder,
  user: ServerUser,
  port: number,
  { settings, onSpawn }: LaunchOptions,
): Promise<number> {
  const isLogTooLong = existsSync(folder.log) && statSync(folder.log).size > LOG_MAX_BYTES;
  const unix_socket_directories = (await socketFolder(folder, port)) ?? '';
  const log = openSync(folder.log, isLogTooLong ? 'w' : 'a', 0o600);
  const flags = Object.entries({ ...SETTINGS, unix_socket_directories, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  // Detached: Ctrl-C reaches the whole process group, and the product still needs its database while it drains.
  const server = spawn(bin.postgres, ['-D', folder.cluster, '-p', String(port), ...flags], {
    ...spawnAs(user),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: string | undefined;
  server.once('error', ({ message }) => (failure = message));
  const onExit = () => {
    failure ??= reasonIn(readFileSync(folder.log, 'utf8'));
  };
  server.once('exit', onExit);
  server.unref();
  onSpawn?.();
  const until = performance.now() + START_MILLISECONDS;
  const isUp = () => {
    const { pid, ready } = pidFile(folder);
    return ready && pid === server.pid;
  };
  while (!isUp()) {
    if (failure !== undefined || performance.now() > until) {
      const holder = pidFile(folder).pid;
      if (holder > 0 && holder !== server.pid && isPostgres(holder))
        throw new StartedByAnother(`Another process has started the database in ${folder.cluster}.`);
      throw new OneLineError(
        `The embedded PostgreSQL did not start: ${startFailure(failure ?? 'no answer', folder)} (log: ${folder.log})`,
      );
    }
    await pause(25);
  }
  // Other code handles a later exit; the log and its folder may be deleted by then.
  server.off('exit', onExit);
  return server.pid ?? 0;
}

/** Bytes. A start needs more free space than this. A failed start leaves less, even after it has deleted its files. */
const NO_ROOM_BYTES = 65_536;

/** On a full disk, the log ends in the middle of the line that reports the full disk. */
function startFailure(failure: string, { cluster }: ClusterFolder): string {
  if (/No space left on device/u.test(failure)) return failure;
  const { bavail, bsize } = statfsSync(cluster);
  return bavail * bsize < NO_ROOM_BYTES ? `No space left on device; ${failure}` : failure;
}

export async function stopServer(pid: number, folder: ClusterFolder, user: ServerUser): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries(user).pgCtl, ['stop', '-D', folder.cluster, '-m', 'fast'], { stdio: 'ignore' });
    return;
  }
  await endProcess(pid);
}

async function acceptsConnections(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lastPort({ connectionFile }: ClusterFolder): number {
  try {
    return Number(new URL((JSON.parse(textOf(connectionFile)) as { url: string }).url).port);
  } catch {
    return 0;
  }
}

/** Returns the preferred port if it is free, otherwise any free port. */
async function freePort(preferred: number): Promise<number> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(0);
    });
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });
  return port === 0 ? freePort(0) : port;
}

/** Empty when the file does not exist. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const pidFilePath = ({ cluster }: ClusterFolder): string => join(cluster, 'postmaster.pid');

/** The lines after the reason say only that the server ends. */
function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  return lines.findLast((line) => /\b(?:FATAL|PANIC):/u.test(line)) ?? lines.at(-1) ?? '';
}
