import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterFolder } from './cluster-folder.ts';

/** PostgreSQL gives its socket this name, followed by the port. https://www.postgresql.org/docs/current/runtime-config-connection.html */
const PREFIX = '.s.PGSQL.';
/** The longest path of a socket on all systems. Linux allows 107 bytes, macOS 103 (`sun_path` in `sys/un.h`). */
const PATH_MAX_BYTES = 103;
/** PostgreSQL takes a list of folders, divided by commas, in which quotes have a meaning. */
const HAS_SPECIAL_CHARACTER = /[",]/u;

const socketPath = ({ cluster }: ClusterFolder, port: number): string =>
  join(cluster, `${PREFIX}${String(port)}`);

/**
 * The folder of the server's Unix socket: the cluster itself, which only the server's user and root can enter. A statement costs less over a Unix
 * socket than over TCP (ADR 3).
 * @returns null: the system, the path or the file system of the folder allows no socket, so clients use TCP
 */
export async function socketFolder(folder: ClusterFolder, port: number): Promise<string | null> {
  const { cluster } = folder;
  if (process.platform === 'win32' || HAS_SPECIAL_CHARACTER.test(cluster)) return null;
  if (Buffer.byteLength(socketPath(folder, port)) > PATH_MAX_BYTES) return null;
  // The socket of a killed server. Its clients wait for a server with the same address, so a full disk must not lead to another one.
  if (existsSync(socketPath(folder, port))) return cluster;
  return (await canListen(join(cluster, `${PREFIX}probe`))) ? cluster : null;
}

/** Some network folders and mounted folders of virtual machines allow no sockets. */
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
export const socketQuery = (folder: ClusterFolder, port: number): string =>
  existsSync(socketPath(folder, port)) ? `?host=${encodeURIComponent(folder.cluster)}` : '';

/** Removes the sockets and lock files of a server that has ended without removing them. */
export function removeSockets({ cluster }: ClusterFolder): void {
  for (const name of readdirSync(cluster).filter((each) => each.startsWith(PREFIX)))
    rmSync(join(cluster, name), { force: true });
}
