import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The sources of each part: files, and whole folders. Folders are listed as a whole, so that no new file in them is missed.
 * @type {Readonly<Record<'backend' | 'frontend', readonly string[]>>}
 */
const SOURCES = {
  backend: ['backend', 'libs', 'tsconfig.json', 'package-lock.json'],
  frontend: ['frontend', 'libs/contracts', 'tsconfig.json', 'package-lock.json'],
};
/** Folders that run from source, so no build reads them. */
const UNBUILT = new Set(['backend/test', 'backend/bench', 'backend/fixtures']);
const SPEC = /\.spec\.tsx?$/;

/**
 * Changes with every file that the build of a part may read, except specs and the names in `.gitignore`.
 * @param {string} root
 * @param {'backend' | 'frontend'} part
 * @returns {string}
 */
export function sourceFingerprint(root, part) {
  const ignored = ignoredNames(root);
  const hash = createHash('sha256');
  for (const file of SOURCES[part].flatMap((source) => filesBelow(root, source, ignored))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Reads `.gitignore` itself, because container images and unpacked archives have no git.
 * @param {string} root
 * @returns {RegExp}
 * @throws Error for a line that is not a name, which may contain `*`
 */
function ignoredNames(root) {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split(/\r?\n/);
  const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const other = names.find((name) => !/^[\w.*-]+$/.test(name));
  if (other) throw new Error(`.gitignore: "${other}" is more than a name, which the build cannot read.`);
  const patterns = names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*'));
  return new RegExp(`^(${patterns.join('|')})$`);
}

/**
 * @param {string} root
 * @param {string} path
 * @param {RegExp} ignored
 * @returns {string[]}
 */
function filesBelow(root, path, ignored) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  // A broken link: editors mark an open file with one.
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !ignored.test(name) && !SPEC.test(name))
    .sort()
    .map((name) => `${path}/${name}`)
    .filter((below) => !UNBUILT.has(below))
    .flatMap((below) => filesBelow(root, below, ignored));
}
