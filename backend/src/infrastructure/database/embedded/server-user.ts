import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The user that PostgreSQL runs as if the product runs as root, because PostgreSQL refuses root. Null if the product does not run as root. */
export type ServerUser = Readonly<{ uid: number; gid: number }> | null;

/** An existing `postgres` user, otherwise one of the product, otherwise the unprivileged user that every system has. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return null;
  return (
    idsOf('postgres') ?? idsOf('posthorn') ?? createUser() ?? idsOf('nobody') ?? { uid: 65534, gid: 65534 }
  );
}

/** Whether this user can enter the folder. Root can enter every folder; the server's user cannot, for example under `/root`. */
export function canEnter(folder: string, user: ServerUser): boolean {
  if (!user) return true;
  const absolute = resolve(folder);
  const { mode, uid, gid } = statSync(absolute);
  const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & needed) === 0) return false;
  return dirname(absolute) === absolute || canEnter(dirname(absolute), user);
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  try {
    return { uid: numberFrom('id', ['-u', name]), gid: numberFrom('id', ['-g', name]) };
  } catch {
    return undefined;
  }
}

function createUser(): { uid: number; gid: number } | undefined {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'posthorn'], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  return idsOf('posthorn');
}

const numberFrom = (command: string, args: readonly string[]): number =>
  Number(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

/** Options with which `spawn` runs a program of PostgreSQL as this user. */
export const spawnAs = (user: ServerUser) => ({
  ...(user ?? {}),
  cwd: '/',
  env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
});
