import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/** Installs exactly the versions of the lock file, unless they are already installed. */
export async function install() {
  if (isInstalled()) return;
  await oneAtATime(root, async () => {
    if (!isInstalled()) await installPackages();
  });
}

const stamp = join(root, 'node_modules', '.posthorn-installed');
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();

async function installPackages() {
  console.log('Installing packages (once, about a minute) …');
  // The npm that runs this script, and not another one on the PATH.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = npm ? await runCommand(process.execPath, [npm, ...args]) : await runCommand('npm', args);
  if (code !== 0) throw new Error('The packages could not be installed. See the lines above.');
  writeFileSync(stamp, fingerprint());
}
