import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './paths.mjs';
import { runNode } from './run-command.mjs';

const parts = [
  {
    name: 'backend',
    sources: [
      'backend/src',
      'backend/sandbox',
      'backend/migrations',
      'backend/package.json',
      'backend/tsconfig.json',
      'libs',
      'tsconfig.json',
    ],
    result: 'backend/dist/src/main.js',
    build: () =>
      runNode([
        bin('vite'),
        'build',
        '--configLoader',
        'native',
        '--config',
        join(import.meta.dirname, 'backend-bundle.mjs'),
      ]),
  },
  {
    name: 'frontend',
    sources: [
      'frontend/src',
      'frontend/index.html',
      'frontend/vite.config.ts',
      'frontend/brand.ts',
      'frontend/byte-budget.ts',
      'frontend/chunks.ts',
      'frontend/compressed.ts',
      'frontend/pages.ts',
      'frontend/prerender.ts',
      'libs/contracts',
      'frontend/public',
    ],
    result: 'frontend/dist/index.html',
    build: () => runNode([bin('vite'), 'build', '--logLevel', 'warn'], { cwd: join(root, 'frontend') }),
  },
];

/** Builds what has changed since the last build. */
export async function build() {
  for (const { name, sources, result, build } of parts) {
    const stamp = join(root, 'node_modules', '.cache', 'posthorn', `${name}.built`);
    const wanted = fingerprint([...sources, 'package-lock.json']);
    if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
      continue;
    console.log(`Building the ${name} …`);
    if ((await build()) !== 0) throw new Error(`The ${name} could not be built. See the lines above.`);
    mkdirSync(join(root, 'node_modules', '.cache', 'posthorn'), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(source)) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!isFolder(full)) return [path];
  return readdirSync(full, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.spec\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}

function isFolder(full) {
  try {
    readdirSync(full);
    return true;
  } catch {
    return false;
  }
}
