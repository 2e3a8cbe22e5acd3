import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { writeFirst } from '../whole-file.ts';
import { SYSTEM_FOLDER } from './binaries.ts';
import { canEnter, type ServerUser } from './server-user.ts';

/** Files of the embedded server in `DATA_DIR/postgres`. The cluster itself may be elsewhere. */
export type ClusterFolder = Readonly<{
  home: string;
  cluster: string;
  log: string;
  /** The password of the product's role. */
  password: string;
  connectionFile: string;
  moved: boolean;
}>;

/** @throws OneLineError when the folder cannot be made or written */
export function ensureWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'not writable';
    throw new OneLineError(
      `DATA_DIR ${folder} cannot be written (${reason}): make it writable or set DATA_DIR to another folder.`,
    );
  }
}

export function clusterFolder(dataDir: string, user: ServerUser): ClusterFolder {
  const home = join(dataDir, 'postgres');
  ensureWritable(dataDir);
  ensureWritable(home);
  const { cluster, moved } = clusterLocation(home, user);
  if (user) {
    chownSync(cluster, user.uid, user.gid);
    chmodSync(cluster, 0o700);
  }
  return {
    home,
    cluster,
    moved,
    log: join(home, 'server.log'),
    password: secretIn(join(home, 'password')),
    connectionFile: join(home, 'connection.json'),
  };
}

/** The password of the superuser role. Read only when needed, so that the running product does not hold it. */
export const serverPassword = ({ home }: ClusterFolder): string => secretIn(join(home, 'server-password'));

/** Inside `DATA_DIR` if the server's user can enter it. Otherwise under `/var/lib/posthorn`; the file `location` then contains the path. */
function clusterLocation(home: string, user: ServerUser): { cluster: string; moved: boolean } {
  const note = join(home, 'location');
  if (existsSync(note)) return notedIn(note);
  const inside = join(home, 'cluster');
  if (canEnter(home, user)) {
    mkdirSync(inside, { recursive: true });
    return { cluster: inside, moved: false };
  }
  if (existsSync(join(inside, 'PG_VERSION'))) {
    throw new OneLineError(
      `The database in ${inside} cannot be reached by the user it runs as: make its parent folders enterable (chmod o+x).`,
    );
  }
  // The name is random. Otherwise a deleted and recreated DATA_DIR would find the old database, with another password.
  const cluster = join(SYSTEM_FOLDER, `cluster-${randomBytes(8).toString('hex')}`);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  writeFirst(note, `${cluster}\n`);
  return notedIn(note);
}

/** Another process may have written the note at the same time, so this reads the path back. */
function notedIn(note: string): { cluster: string; moved: true } {
  const cluster = readFileSync(note, 'utf8').trim();
  mkdirSync(cluster, { recursive: true });
  return { cluster, moved: true };
}

function secretIn(file: string): string {
  if (!existsSync(file)) writeFirst(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}
