import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { reuseOrEmpty, markBuilt } from './build-folder.ts';

/** A built product and its folder. */
export type Build = Readonly<{ name: string; folder: string }>;

/** The working tree, which `npm run bench` builds before the comparison. */
export const workingTree = (): Build => ({ name: 'working tree', folder: repositoryRoot() });

/** The folder of Node's compile cache for a build. It is separate from the normal cache, so that normal use changes no figure. */
export const compileCacheOf = ({ folder }: Build): string =>
  join(folder, 'node_modules', '.cache', 'bench-compare');

/** Deletes the cache, so that the next start compiles everything, like a user's first start. */
export const clearCompileCache = (build: Build): Promise<void> =>
  rm(compileCacheOf(build), { recursive: true, force: true });

/**
 * Installs and builds a commit with its own `npm run build`, in a folder next to the working tree. Reuses the folder of an earlier run.
 * @throws OneLineError when the commit does not exist, when `compare` did not create the folder, or when the build fails
 */
export async function builtCommit(rev: string): Promise<Build> {
  const root = repositoryRoot();
  const id = commitOf(rev, root);
  // Not below `node_modules`: Node strips no types there, and the build of a commit runs TypeScript.
  const folder = join(dirname(root), `${basename(root)}-${id.slice(0, 8)}`);
  const name = id.slice(0, 8);
  if (reuseOrEmpty(folder, id)) return { name, folder };
  console.log(`Building ${name} in ${folder} …`);
  await unpack(id, root, folder);
  await copyPackages(root, folder);
  await build(folder);
  markBuilt(folder, id);
  return { name, folder };
}

function commitOf(rev: string, cwd: string): string {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`];
    return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  } catch {
    throw new OneLineError(`There is no commit ${rev} here.`);
  }
}

async function unpack(commit: string, root: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', '--format=tar', commit], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  archive.stdout.pipe(tar.stdin);
  const codes = await Promise.all([codeOf(archive), codeOf(tar)]);
  if (codes.some((code) => code !== 0))
    throw new OneLineError(`The files of ${commit} could not be unpacked.`);
}

/**
 * Copies the installed packages, so that nothing is downloaded. Links would not work, because both builds write to these folders. Does
 * nothing when the lock files differ.
 */
async function copyPackages(root: string, folder: string): Promise<void> {
  const lock = (top: string) => readFileSync(join(top, 'package-lock.json'), 'utf8');
  if (lock(root) !== lock(folder)) return;
  const installed = globSync(['node_modules', '{backend,frontend,libs/*}/node_modules'], { cwd: root });
  const filter = (file: string) => basename(file) !== '.cache';
  for (const each of installed)
    await cp(join(root, each), join(folder, each), { recursive: true, verbatimSymlinks: true, filter });
}

async function build(folder: string): Promise<void> {
  const args = ['libs/toolchain/src/run.mjs', 'build'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit', env: withoutNpm() });
  if ((await codeOf(child)) !== 0)
    throw new OneLineError(`${folder} could not be built. See the lines above.`);
}

const codeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });

/**
 * The environment without npm's variables, with which npm passes its own folder to scripts. With them, npm would install the other build
 * into the working tree.
 */
function withoutNpm(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath$)|^INIT_CWD$/u.test(name));
  return Object.fromEntries(own);
}
