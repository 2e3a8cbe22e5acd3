import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './paths.mjs';
import { runNode } from './run-command.mjs';
import { sourceFingerprint } from './source-fingerprint.mjs';

const parts = [
  {
    name: 'backend',
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
    result: 'frontend/dist/index.html',
    build: () => runNode([bin('vite'), 'build', '--logLevel', 'warn'], { cwd: join(root, 'frontend') }),
  },
];

/** Builds what has changed since the last build. */
export async function build() {
  for (const { name, result, build } of parts) {
    const stamp = join(root, 'node_modules', '.cache', 'posthorn', `${name}.built`);
    const wanted = sourceFingerprint(root, name);
    if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
      continue;
    console.log(`Building the ${name} …`);
    if ((await build()) !== 0) throw new Error(`The ${name} could not be built. See the lines above.`);
    mkdirSync(join(root, 'node_modules', '.cache', 'posthorn'), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}
