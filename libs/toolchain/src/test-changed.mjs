import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { LINTED_FOLDERS, lint } from './lint/lint.mjs';
import { bin, root } from './paths.mjs';
import { outputOf, runNode } from './run-command.mjs';
import { relatedSpecs } from './test-run/related-specs.mjs';

// `npm run test:changed [REV]`: types, and lint, format and nearby specs of what differs from REV, by default from HEAD.

const FORMATTED = /\.(tsx?|[cm]?js|json|css|html|md|yml)$/;
const LINTED = new RegExp(`^(${LINTED_FOLDERS.join('|')})/.*\\.tsx?$`);

const toolchain = (...args) => runNode(['libs/toolchain/src/run.mjs', ...args]);

/** Paths of changed and new files that still exist, from the root of the project. */
async function changedFiles(revision) {
  const lists = [
    await outputOf('git', ['diff', '--name-only', revision, '--']),
    await outputOf('git', ['ls-files', '--others', '--exclude-standard']),
  ];
  const files = lists.flatMap((list) => list.split('\n')).filter((file) => file !== '');
  return files.filter((file) => existsSync(join(root, file)));
}

async function graph() {
  const cruiser = bin('dependency-cruiser', 'depcruise');
  const folders = ['backend', 'frontend', 'libs'];
  const config = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  // Its exit code is the number of broken rules, which another task checks.
  return JSON.parse(await outputOf(process.execPath, [cruiser, ...folders, ...config], { anyCode: true }))
    .modules;
}

async function specs(files) {
  const { near, far } = relatedSpecs(await graph(), files);
  console.log(`${String(near.length)} specs are near the change.`);
  if (far > 0) console.log(`${String(far)} more reach it through several imports; \`npm test\` runs them.`);
  return near.length === 0 ? 0 : toolchain('jest', '--', '--maxWorkers=2', '--runTestsByPath', ...near);
}

const only = (files, pattern, run) => {
  const own = files.filter((file) => pattern.test(file));
  return own.length === 0 ? 0 : run(own);
};

const [revision = 'HEAD'] = process.argv.slice(2);
try {
  await install();
  const files = await changedFiles(revision);
  console.log(`${String(files.length)} files differ from ${revision}.`);
  const steps = [
    () => toolchain('types'),
    () =>
      only(files, FORMATTED, (own) =>
        runNode([bin('oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...own]),
      ),
    () => only(files, LINTED, lint),
    () => specs(files),
  ];
  for (const step of steps) {
    const code = await step();
    if (code !== 0) process.exit(code);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
