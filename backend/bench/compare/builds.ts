import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { holdsBuild, markBuilt } from './build-folder.ts';

/** A product that is built, and where. */
export type Build = Readonly<{ name: string; folder: string }>;

/** `npm run bench` has just built it. */
export const workingTree = (): Build => ({ name: 'working tree', folder: repositoryRoot() });

/** Where Node keeps the compiled code of a build from one start to the next. Of its own, so that use by hand changes no figure. */
export const compileCacheOf = ({ folder }: Build): string =>
  join(folder, 'node_modules', '.cache', 'bench-compare');

/** The next start compiles everything, like the first one of a user. */
export const clearCompileCache = (build: Build): Promise<void> =>
  rm(compileCacheOf(build), { recursive: true, force: true });

/**
 * The files of a commit in a folder beside the working tree, installed and built by its own `npm run build`. A folder of an earlier
 * run is used again.
 * @throws OneLineError when there is no such commit, when `compare` did not make the folder, or when it cannot be built
 */
export async function builtCommit(rev: string): Promise<Build> {
  const root = repositoryRoot();
  const id = commitOf(rev, root);
  // Not below `node_modules`: Node strips no types there, and the build of a commit runs TypeScript.
  const folder = join(dirname(root), `${basename(root)}-${id.slice(0, 8)}`);
  const name = id.slice(0, 8);
  if (holdsBuild(folder, id)) return { name, folder };
  console.log(`Building ${name} in ${folder} …`);
  await unpack(id, root, folder);
  await takePackages(root, folder);
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

/** Copies the installed packages, so that nothing is downloaded. Links would not do: both builds write to these folders. */
async function takePackages(root: string, folder: string): Promise<void> {
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

/** npm passes its own folder to scripts in variables. With them, the npm of the other build would install into the working tree. */
function withoutNpm(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath$)|^INIT_CWD$/u.test(name));
  return Object.fromEntries(own);
}
