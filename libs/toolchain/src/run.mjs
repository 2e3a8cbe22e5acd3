import { build } from './build.mjs';
import { install } from './install.mjs';
import { LINTED_FOLDERS, lint } from './lint/lint.mjs';
import { bin } from './paths.mjs';
import { runNode } from './run-command.mjs';

// `node run.mjs TASK… [-- arguments]` runs the tasks of `npm run …` in order and stops at the first that fails.

const typed = [
  'libs/contracts',
  'libs/batching',
  'libs/event-sourcing',
  'libs/event-store',
  'libs/toolchain',
  'backend',
  'frontend',
  'docs/examples/api-client',
];
// Node strips types by itself; code with decorators is only reachable through the build.
const typescript = ['--no-warnings'];

/** Runs a program of the build; its stack traces name the lines of the sources. */
const built = (cli) => ['--enable-source-maps', `backend/dist/src/cli/${cli}.js`];

const tasks = {
  async types() {
    await (await import('./client-types.mjs')).makeClientTypes();
    for (const part of typed) {
      const code = await runNode([bin('@typescript/native', 'tsc'), '-p', part, '--noEmit']);
      if (code !== 0) return code;
    }
    return 0;
  },
  async lint() {
    await (await import('./client-types.mjs')).makeClientTypes();
    return lint(LINTED_FOLDERS);
  },
  format: () => runNode([bin('oxfmt'), '--check', '.']),
  async deps() {
    const code = await runNode([
      bin('dependency-cruiser', 'depcruise'),
      'backend',
      'frontend',
      'libs',
      '--config',
      '.dependency-cruiser.mjs',
    ]);
    return code === 0 ? runNode(['libs/toolchain/src/folder-circles.mjs']) : code;
  },
  dead: () => runNode([bin('knip')]),
  prose: (rest) => runNode(['libs/toolchain/src/prose.mjs', ...rest]),
  supply: () => runNode(['libs/toolchain/src/supply-chain.mjs']),
  openapi: () =>
    runNode([...typescript, 'backend/src/modules/external-api/document/testing/write-openapi.ts']),
  configuration: () =>
    runNode([...typescript, 'backend/src/infrastructure/config/testing/write-configuration-page.ts']),
  build: async () => (await build(), 0),
  jest: (rest) => runNode(['--experimental-vm-modules', '--no-warnings', bin('jest'), ...rest]),
  bench: async (rest) => (await build(), runNode([...typescript, 'backend/bench/main.ts', ...rest])),
  chaos: async (rest) => (await build(), runNode([...typescript, 'backend/test/chaos/main.ts', ...rest])),
  doctor: async (rest) => (await build(), runNode([...built('doctor'), ...rest])),
  projections: async (rest) => (await build(), runNode([...built('projections'), ...rest])),
  hold: async (rest) => (await build(), runNode([...built('hold'), ...rest])),
  erasures: async (rest) => (await build(), runNode([...built('erasures'), ...rest])),
  restored: async (rest) => (await build(), runNode([...built('restored'), ...rest])),
  'media:copy': async (rest) => (await build(), runNode([...built('media-copy'), ...rest])),
  'log:copy': async (rest) => (await build(), runNode([...built('log-copy'), ...rest])),
  'log:verify': (rest) => runNode(['libs/event-store/src/cli/log-verify.ts', ...rest]),
};

const args = process.argv.slice(2);
// The words after a task with arguments are its arguments: `bench projections` is a part of the bench, not two tasks.
const isFollowed = (name) => name in tasks && tasks[name].length === 0;
const names = args.filter((name, index) => name in tasks && args.slice(0, index).every(isFollowed));
const rest = args.slice(names.length).filter((arg, index) => !(index === 0 && arg === '--'));
try {
  await install();
  for (const name of names) {
    const code = await tasks[name](rest);
    if (code !== 0) process.exit(code);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
