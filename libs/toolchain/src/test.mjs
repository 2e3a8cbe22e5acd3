import { rmSync } from 'node:fs';
import { chromium, firefox } from './browsers.mjs';
import { install } from './install.mjs';
import { compileCache } from './paths.mjs';
import { runNode } from './run-command.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { watchProcessors } from './test-run/busy.mjs';
import { endDatabases } from './test-run/end-databases.mjs';
import { runJest } from './test-run/jest-step.mjs';
import { repeatable } from './test-run/repeated.mjs';
import { summary } from './test-run/summary.mjs';

// `npm test`: everything a change must pass, on a fresh clone. The first step that fails ends the run.

const temporary = temporaryFolder();
const counts = { passed: 0, failed: 0, skipped: 0 };

const task = (...names) => runNode(['libs/toolchain/src/run.mjs', ...names]);
/** @returns code of the first row that failed, else 0 */
const atOnce = async (...rows) =>
  (await Promise.all(rows.map((names) => task(...names)))).find((code) => code !== 0) ?? 0;

/** Files that failed and then passed alone. */
const unsteady = [];

/** @returns `{ code, files }` */
async function jest(args, env) {
  const run = await runJest(temporary, args, env);
  const paths = run.code === 0 ? [] : repeatable(run.files);
  const again =
    paths.length > 0 &&
    (await runJest(temporary, [...configOf(args), '--maxWorkers=1', '--runTestsByPath', ...paths], env));
  const passed = again && again.code === 0;
  if (passed) unsteady.push(...paths);
  add(passed ? { ...run.counts, failed: 0 } : run.counts);
  return passed ? { code: 0, files: run.files } : run;
}
const configOf = (args) => (args[0] === '--config' ? args.slice(0, 2) : []);
function add(more) {
  for (const name of Object.keys(counts)) counts[name] += more[name];
}
const withoutFiles = (code) => ({ code, files: [] });

const zones = ['Pacific/Kiritimati', 'America/St_Johns'];
const steps = [
  [
    'supply chain, types, lint, format, import rules, dead code',
    async () => withoutFiles(await atOnce(['supply', 'types', 'format', 'deps', 'dead'], ['lint'])),
  ],
  ['build', async () => withoutFiles(await task('build'))],
  // Three workers for two cores: a spec that waits for a lease or a server leaves its core to another.
  ['unit, module and contract specs', () => jest(['--maxWorkers=3'], { TZ: 'UTC' })],
  ...zones.map((zone) => [
    `specs about time in ${zone}`,
    () => jest(['--config', 'jest.zones.config.js', '--maxWorkers=2'], { TZ: zone }),
  ]),
  // One queue: chaos mostly waits, for processes that were killed.
  [
    'end to end on both logs, browser, chaos',
    () => jest(['--config', 'jest.e2e.config.js', '--maxWorkers=3'], { POSTHORN_TEST_BUILT: '1' }),
  ],
];

const done = [];
let failed = false;
try {
  await install();
  process.env.CHROMIUM_PATH = await chromium();
  process.env.FIREFOX_PATH = await firefox();
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  process.env.TMPDIR = temporary;
  for (const [name, step] of steps) {
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
await endDatabases(temporary);
rmSync(temporary, { recursive: true, force: true });
console.log(['', ...summary(done)].join('\n'));
if (failed) console.log(`\nFAILED: ${done.at(-1)?.name ?? 'set-up'}`);
if (unsteady.length > 0) console.log(`\nFailed, and passed when repeated alone: ${unsteady.join(', ')}`);
// A step that failed without a spec, such as lint, counts as one failure.
if (failed && counts.failed === 0) counts.failed = 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed ? 1 : 0);
