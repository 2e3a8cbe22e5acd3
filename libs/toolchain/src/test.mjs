import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { browsers, installBrowsers } from './browsers.mjs';
import { install } from './install.mjs';
import { compileCache } from './paths.mjs';
import { runNode } from './run-command.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { watchProcessors } from './test-run/busy.mjs';
import { endDatabases } from './test-run/end-databases.mjs';
import { runJest } from './test-run/jest-step.mjs';
import { failedFiles, summary } from './test-run/summary.mjs';

// `npm test`: everything that a change must pass, on a fresh clone. The first step that fails ends the run.

const temporary = temporaryFolder();
const counts = { passed: 0, failed: 0, skipped: 0 };

const task = (...names) => runNode(['libs/toolchain/src/run.mjs', ...names]);
/** @returns code of the first failed row, else 0 */
const atOnce = async (...rows) =>
  (await Promise.all(rows.map((names) => task(...names)))).find((code) => code !== 0) ?? 0;

/** @returns `{ code, files }` */
async function jest(args, env) {
  const run = await runJest(temporary, args, env);
  for (const name of Object.keys(counts)) counts[name] += run.counts[name];
  return run;
}
const withoutFiles = (code) => ({ code, files: [] });
/** Several runs of Jest at once. One alone leaves a core idle at its start and at its end. */
async function jestAtOnce(...runs) {
  const all = await Promise.all(runs.map(([args, env]) => jest(args, env)));
  return { code: all.find(({ code }) => code !== 0)?.code ?? 0, files: all.flatMap(({ files }) => files) };
}

const cores = availableParallelism();
const half = Math.ceil(cores / 2);
const zones = ['Pacific/Kiritimati', 'America/St_Johns'];
const steps = [
  [
    'supply chain, types, lint, format, import rules, dead code, prose',
    async () => withoutFiles(await atOnce(['supply', 'types', 'lint'], ['format', 'deps', 'dead', 'prose'])),
  ],
  ['build', async () => withoutFiles(await task('build'))],
  // More workers than cores: a spec that waits for a lease or a server leaves its core to another. Specs with a document have their own workers, so
  // the others need not load the frontend.
  [
    'unit, module and contract specs',
    () =>
      jestAtOnce(
        [['--selectProjects', 'libs', 'backend', `--maxWorkers=${cores + 2}`], { TZ: 'UTC' }],
        [['--ignoreProjects', 'libs', 'backend', `--maxWorkers=${half}`], { TZ: 'UTC' }],
      ),
  ],
  [
    `specs about time in ${zones.join(' and ')}`,
    () =>
      jestAtOnce(
        // Few workers, because each loads all modules.
        ...zones.map((TZ) => [['--config', 'jest.zones.config.js', `--maxWorkers=${half}`], { TZ }]),
      ),
  ],
  // One queue: chaos mostly waits for the retries and leases of killed processes. More workers would only delay one another: this many keep all
  // processors busy.
  [
    'end to end on both logs, browser, chaos',
    () => jest(['--config', 'jest.e2e.config.js', `--maxWorkers=${2 * cores}`], { POSTHORN_TEST_BUILT: '1' }),
  ],
];

const done = [];
let current = 'set-up';
let failed = false;

async function cleanUp() {
  await endDatabases(temporary);
  rmSync(temporary, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await cleanUp();
    process.exit(1);
  });

try {
  await Promise.all([install(), installBrowsers()]);
  Object.assign(process.env, await browsers());
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  process.env.TMPDIR = temporary;
  for (const [name, step] of steps) {
    current = name;
    console.log(`\n── ${name}`);
    const started = performance.now();
    const busy = watchProcessors();
    const { code, files } = await step();
    done.push({ name, seconds: (performance.now() - started) / 1000, busy: busy(), files });
    failed = code !== 0;
    if (failed) break;
  }
} catch (error) {
  console.error(error.message);
  failed = true;
}
await cleanUp();
console.log(['', ...summary(done)].join('\n'));
if (failed) console.log(['', `FAILED: ${current}`, ...failedFiles(done.slice(-1))].join('\n'));
// A step that fails without a spec, such as lint, counts as one failure.
if (failed && counts.failed === 0) counts.failed = 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed ? 1 : 0);
