import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterFolder } from './cluster-folder.ts';

/** PostgreSQL gives its socket this name, followed by the port. https://www.postgresql.org/docs/current/runtime-config-connection.html */
const PREFIX = '.s.PGSQL.';
/** The longest path of a socket, in bytes, that every system accepts. Linux allows 107 bytes, macOS 103 (`sun_path` in `sys/un.h`). */
const PATH_MAX_BYTES = 103;
const QUERY = '?host=';
/** PostgreSQL takes a list of folders, divided by commas, in which quotes have a meaning. */
const HAS_SPECIAL_CHARACTER = /[",]/u;

/** The path of the server's socket; null: the system or the path allows no socket. */
function socketPath({ cluster }: ClusterFolder, port: number): string | null {
  const path = join(cluster, `${PREFIX}${String(port)}`);
  if (process.platform === 'win32' || HAS_SPECIAL_CHARACTER.test(cluster)) return null;
  return Buffer.byteLength(path) > PATH_MAX_BYTES ? null : path;
}

/**
 * The folder of the server's Unix socket: the cluster itself, which only the server's user and root can enter. A statement costs less over a Unix
 * socket than over TCP (ADR 3).
 * @returns null: the system, the path or the file system of the folder allows no socket, so clients use TCP
 */
export async function socketFolder(folder: ClusterFolder, port: number): Promise<string | null> {
  const { cluster } = folder;
  const path = socketPath(folder, port);
  if (path === null) return null;
  // A killed server left this socket. Its clients still use this address, so keep it without a probe, which could fail on a full disk.
  if (existsSync(path)) return cluster;
  return (await canListen(join(cluster, `.probe-${String(process.pid)}`))) ? cluster : null;
}

/**
 * Whether a server can listen on a socket with this path. Creates and removes the file. Some network folders, and some shared folders of
 * virtual machines, allow no sockets.
 */
function canListen(path: string): Promise<boolean> {
  rmSync(path, { force: true });
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    // `close` also removes the file.
    probe.listen(path, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** The query of an address, so that clients use the socket if there is one. libpq and `pg` prefer this `host` to the one before the port. */
export function socketQuery(folder: ClusterFolder, port: number): string {
  const path = socketPath(folder, port);
  return path !== null && existsSync(path) ? `${QUERY}${encodeURIComponent(folder.cluster)}` : '';
}

/** Whether clients of this address use a socket. */
export const usesSocket = (url: string): boolean => url.includes(QUERY);

/** The address of the same database over TCP. */
export const overTcp = (url: string): string => url.split(QUERY)[0] ?? url;

/**
 * Removes the lock files of sockets that an ended server left behind: their process id may belong to another process by now. The sockets stay,
 * because clients still use their address. PostgreSQL replaces them.
 */
export function removeSocketLocks({ cluster }: ClusterFolder): void {
  if (!existsSync(cluster)) return;
  for (const name of readdirSync(cluster))
    if (name.startsWith(PREFIX) && name.endsWith('.lock')) rmSync(join(cluster, name), { force: true });
}
