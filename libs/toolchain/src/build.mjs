import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { bin, root } from './paths.mjs';
import { runNode } from './run-command.mjs';
import { sourceFingerprint } from './source-fingerprint.mjs';

const intoFolder = (folder) => ['--outDir', folder, '--emptyOutDir'];

const PARTS = [
  {
    name: 'backend',
    result: 'src/main.js',
    make: (folder) =>
      runNode([
        bin('vite'),
        'build',
        '--configLoader',
        'native',
        '--config',
        join(import.meta.dirname, 'backend-bundle.mjs'),
        ...intoFolder(folder),
      ]),
  },
  {
    name: 'frontend',
    result: 'index.html',
    make: (folder) =>
      runNode([bin('vite'), 'build', '--logLevel', 'warn', ...intoFolder(folder)], {
        cwd: join(root, 'frontend'),
      }),
  },
];

/** Builds what has changed since the last build. */
export const build = () => buildParts(root, PARTS);

/**
 * Builds the parts whose sources have changed. One process builds; others wait and use its result.
 * @param parts `make` builds a part into a folder and resolves to its exit code; `result` is a file in that folder
 */
export async function buildParts(project, parts) {
  const isDue = (part) => !isBuilt(project, part, sourceFingerprint(project, part.name));
  if (!parts.some(isDue)) return;
  await oneAtATime(project, async () => {
    for (const part of parts) if (isDue(part)) await buildPart(project, part);
  });
}

const distOf = (project, name) => join(project, name, 'dist');
const stampOf = (project, name) => join(project, 'node_modules', '.cache', 'posthorn', `${name}.built`);

function isBuilt(project, { name, result }, fingerprint) {
  const stamp = stampOf(project, name);
  return (
    existsSync(join(distOf(project, name), result)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint
  );
}

/** Builds into a second folder, which then replaces `dist`. Until then, other processes use the earlier `dist`. */
async function buildPart(project, { name, make }) {
  const dist = distOf(project, name);
  const stamp = stampOf(project, name);
  const fingerprint = sourceFingerprint(project, name);
  console.log(`Building the ${name} …`);
  removeUnfinished(dist);
  const unfinished = `${dist}-${process.pid}`;
  if ((await make(unfinished)) !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`The ${name} could not be built. See the lines above.`);
  }
  // While `dist` is incomplete there is no stamp, so that other commands wait.
  rmSync(stamp, { force: true });
  rmSync(dist, { recursive: true, force: true });
  renameSync(unfinished, dist);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Removes what killed builds left behind. */
function removeUnfinished(dist) {
  const names = readdirSync(dirname(dist)).filter((name) => name.startsWith(`${basename(dist)}-`));
  for (const name of names) rmSync(join(dirname(dist), name), { recursive: true, force: true });
}
