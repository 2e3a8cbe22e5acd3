import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

// Fails on a version range, a source that is not the registry, or an entry without integrity. It also fails on a new install script
// and on a licence that was not reviewed.

const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
  'PostgreSQL',
]);
/**
 * Licences that were reviewed one by one. sharp's native parts contain libvips (LGPL), unchanged as a shared object.
 * The others are MIT by the LICENSE file or README in their package; only their manifests lack the field.
 */
const wasReviewed = (name, licence) =>
  (name.startsWith('@img/') && (licence ?? '').includes('LGPL-3.0-or-later')) ||
  // MIT, from one version on Apache-2.0; its LICENSE file has both. Only for specs.
  (name === '@modelcontextprotocol/inspector-cli' && licence === 'SEE LICENSE IN LICENSE') ||
  (licence === undefined && ['busboy', 'streamsearch', 'passport-strategy', 'pause'].includes(name));
/** Packages that would run a script at installation. Scripts are off, and the product works without them. */
const scriptsKnown = readJson('libs/toolchain/src/install-scripts.json');

const problems = [];
const lock = readJson('package-lock.json');

for (const file of ['package.json', ...globSync('{backend,frontend,libs/*}/package.json', { cwd: root })]) {
  const manifest = readJson(file);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      const own = name.startsWith('@posthorn/') && version === '*';
      if (!own && !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        problems.push(`${file}: ${name} "${version}" is not an exact version`);
    }
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.link || !path.includes('node_modules/')) continue;
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
  if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
    problems.push(`${name}: comes from ${entry.resolved}`);
  if (!entry.integrity && !entry.inBundle) problems.push(`${name}: has no integrity hash in the lock file`);
  if (entry.hasInstallScript && !scriptsKnown.includes(name))
    problems.push(`${name}: has an install script that was not reviewed`);
  if (!licenceIsFine(name, entry.license))
    problems.push(`${name}: licence ${entry.license ?? 'unknown'} was not reviewed`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(
  `supply chain: ${Object.keys(lock.packages).length} packages, exact versions, hashes, licences and install scripts checked`,
);

function licenceIsFine(name, licence) {
  if (wasReviewed(name, licence)) return true;
  const words = (licence ?? '').replace(/[()]/g, '').split(/ OR | AND /);
  return (licence ?? '').includes(' OR ')
    ? words.some((word) => licences.has(word))
    : words.every((word) => licences.has(word));
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
