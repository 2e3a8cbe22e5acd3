import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { install } from './install.mjs';
import { compileCache } from './paths.mjs';
import { runNode } from './run-command.mjs';

// `npm test`: everything a change must pass, on a fresh clone. Each step shows its time; the first that fails ends it.

const results = mkdtempSync(join(tmpdir(), 'posthorn-test-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Files that failed and then passed by themselves. */
const unsteady = [];
const REPEATED_MAX = 2;

const task = (...names) => runNode(['libs/toolchain/src/run.mjs', ...names]);
/** Rows of tasks beside one another; the code of the first that failed. */
const atOnce = async (...rows) =>
  (await Promise.all(rows.map((names) => task(...names)))).find((code) => code !== 0) ?? 0;

async function runJest(name, args, env) {
  const outputFile = join(results, `${name}.json`);
  const code = await runNode(
    [
      'libs/toolchain/src/run.mjs',
      'jest',
      '--',
      ...args,
      '--json',
      `--outputFile=${outputFile}`,
      '--silent=false',
    ],
    { env },
  );
  return { code, result: JSON.parse(readFileSync(outputFile, 'utf8')) };
}

function count({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests }) {
  counts.passed += numPassedTests;
  counts.failed += numFailedTests + numRuntimeErrorTestSuites;
  counts.skipped += numPendingTests + numTodoTests;
}

async function jest(name, args, env = {}) {
  const { code, result } = await runJest(name, args, env);
  count(result);
  return code;
}

/** A property that failed has found something, however busy the machine was: another run would take other values. */
const hasProperties = (file) => readFileSync(file, 'utf8').includes("from 'fast-check'");

/**
 * Servers, browsers and whole products on a machine that others may share: one or two files that failed are repeated, each alone. What
 * fails again has failed; what passes is told by its name. Never for properties and chaos.
 */
async function jestOnBusyMachine(name, args, env, alone = []) {
  const { code, result } = await runJest(name, args, env);
  const files = result.testResults.filter(({ status }) => status === 'failed').map((file) => file.name);
  count(result);
  // Without a file that failed it was the runner itself: there is nothing to repeat.
  if (code === 0 || files.length === 0 || files.length > REPEATED_MAX || files.some(hasProperties))
    return code;
  console.log(`\n── ${name}: repeating ${files.join(', ')}`);
  const again = await runJest(
    `${name}-again`,
    [...alone, '--maxWorkers=1', '--runTestsByPath', ...files],
    env,
  );
  if (again.code !== 0) return again.code;
  const { numFailedTests, numRuntimeErrorTestSuites } = result;
  counts.failed -= numFailedTests + numRuntimeErrorTestSuites;
  counts.passed += numFailedTests;
  unsteady.push(...files.map((file) => `${name}: ${file}`));
  return 0;
}

// Several files at once: a product under test mostly waits, for a platform, a lease, a restart; one in a browser does less so.
const products = ['--config', 'jest.e2e.config.js'];
const e2e = (workers, ...args) => [...products, `--maxWorkers=${workers}`, ...args];
const jestOnProducts = (name, args, env) => jestOnBusyMachine(name, args, env, products);
const built = { POSTHORN_TEST_BUILT: '1' };
// Which log holds the events makes no difference to these, or they start a product on either: they run in the first pass alone.
const ON_ONE_LOG = [
  ...['auto-reply', 'billing', 'connections', 'consent', 'deploys', 'disk-full', 'doctor', 'eleven'],
  ...['end-with-parent', 'faults', 'host-loss', 'inbox', 'key-rotation', 'late-calls', 'log-copy'],
  ...['look-alikes', 'notices', 'object-store', 'ownership', 'provider-sign-in', 'refusals'],
  ...['api-client', 'mcp', 'signed-out', 'start', 'webhooks'],
].map((name) => `/test/${name}\\.e2e`);
const zones = ['Pacific/Kiritimati', 'America/St_Johns'];

const steps = [
  ['supply chain', () => task('supply')],
  [
    'types, lint, format, import rules, dead code',
    () => atOnce(['types', 'format', 'deps', 'dead'], ['lint']),
  ],
  ['build', () => task('build')],
  // Three: one that waits, for a lease or a server, leaves its core to another.
  ['unit, module and contract specs', () => jestOnBusyMachine('unit', ['--maxWorkers=3'], { TZ: 'UTC' })],
  ...zones.map((zone) => [
    `time specs in ${zone}`,
    () =>
      jest(`zone-${zone.replace('/', '-')}`, ['--testPathPatterns', 'time|zone|schedule', '--maxWorkers=2'], {
        TZ: zone,
      }),
  ]),
  [
    'end to end, Postgres log',
    () =>
      jestOnProducts('e2e-postgres', e2e(3, '--testPathIgnorePatterns', '/test/chaos/', '/test/browser/'), {
        ...built,
        POSTHORN_TEST_LOG: 'postgres',
      }),
  ],
  [
    'end to end, EventStoreDB client',
    () =>
      jestOnProducts(
        'e2e-eventstoredb',
        e2e(3, '--testPathIgnorePatterns', '/test/chaos/', '/test/browser/', ...ON_ONE_LOG),
        { ...built, POSTHORN_TEST_LOG: 'eventstoredb' },
      ),
  ],
  ['browser', () => jestOnProducts('browser', e2e(2, '--testPathPatterns', '/test/browser/'), built)],
  ['chaos', () => jest('chaos', e2e(2, '--testPathPatterns', '/test/chaos/'))],
];

let failed = false;
try {
  await install();
  process.env.CHROMIUM_PATH = await chromium();
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  for (const [name, step] of steps) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    const code = await step();
    console.log(
      `── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    if (code === 0) continue;
    failed = true;
    break;
  }
} catch (error) {
  console.error(error.message);
  failed = true;
}
rmSync(results, { recursive: true, force: true });
if (failed && counts.failed === 0) counts.failed = 1;
if (unsteady.length > 0)
  console.log(`\nFailed once and passed when repeated, look into them: ${unsteady.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed ? 1 : 0);
