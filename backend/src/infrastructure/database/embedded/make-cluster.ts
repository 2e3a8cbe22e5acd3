import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { syncFolder } from '../whole-file.ts';
import type { Binaries } from './binaries.ts';
import { serverPassword, type ClusterFolder } from './cluster-folder.ts';
import { SERVER_ROLE } from './database-roles.ts';
import { spawnAs, type ServerUser } from './server-user.ts';

const UNFINISHED = '.unfinished-';
/** Another product may be making a cluster; that takes seconds. */
const UNFINISHED_MILLISECONDS = 600_000;

/**
 * Makes the cluster if the folder has none, in a second folder that then gets the name of the first one. So a product that is killed in the meantime leaves
 * no incomplete cluster, although `initdb` continues.
 * @param onSpawn called when `initdb` runs
 * @returns whether it made one
 * @throws OneLineError when `initdb` fails
 */
export async function makeCluster(
  folder: ClusterFolder,
  user: ServerUser,
  { initdb }: Binaries,
  onSpawn?: () => void,
): Promise<boolean> {
  const { cluster } = folder;
  removeUnfinished(cluster);
  if (isMade(cluster)) return false;
  const unfinished = `${cluster}${UNFINISHED}${randomUUID()}`;
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    if (user) chownSync(unfinished, user.uid, user.gid);
    await initialise(initdb, { cluster: unfinished, password: serverPassword(folder), user, onSpawn });
    return rename(unfinished, cluster);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const isMade = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/** Returns false if another process has made the cluster in the meantime. */
function rename(unfinished: string, cluster: string): boolean {
  try {
    // Windows does not replace a folder, not even an empty one.
    if (process.platform === 'win32') rmdirSync(cluster);
    renameSync(unfinished, cluster);
  } catch (error) {
    if (isMade(cluster)) return false;
    throw error;
  }
  syncFolder(dirname(cluster));
  return true;
}

/** Removes what killed products left behind. */
function removeUnfinished(cluster: string): void {
  const before = Date.now() - UNFINISHED_MILLISECONDS;
  const names = readdirSync(dirname(cluster));
  for (const name of names.filter((each) => each.startsWith(`${basename(cluster)}${UNFINISHED}`))) {
    const path = join(dirname(cluster), name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < before)
      rmSync(path, { recursive: true, force: true });
  }
}

type Initialisation = Readonly<{
  cluster: string;
  password: string;
  user: ServerUser;
  onSpawn: (() => void) | undefined;
}>;

async function initialise(
  initdb: string,
  { cluster, password, user, onSpawn }: Initialisation,
): Promise<void> {
  const passwordFile = join(tmpdir(), `posthorn-${randomUUID()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const args = [`--pgdata=${cluster}`, `--username=${SERVER_ROLE}`, `--pwfile=${passwordFile}`];
    const rules = ['--auth=scram-sha-256', '--locale=C.UTF-8', '--encoding=UTF8'];
    const running = run(initdb, [...args, ...rules], user);
    onSpawn?.();
    const failure = await running;
    if (failure !== undefined)
      throw new OneLineError(`The embedded PostgreSQL could not be created: ${failure}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Resolves to the last line of the errors if the program fails, otherwise to undefined. */
async function run(program: string, args: readonly string[], user: ServerUser): Promise<string | undefined> {
  const child = spawn(program, args, { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => {
      resolve(message);
    });
    child.once('exit', (code) => {
      resolve(code === 0 ? undefined : '');
    });
  });
  const [failure, errors] = await Promise.all([ended, text(child.stderr)]);
  return failure === '' ? (errors.trim().split('\n').at(-1) ?? '') : failure;
}
