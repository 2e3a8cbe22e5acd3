import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../run-command.mjs';

const fileTimes = join(import.meta.dirname, 'file-times.mjs');

/**
 * Runs Jest once.
 * @param folder for Jest's reports; the caller removes it
 * @returns `code` of the process, `counts` of tests, `files` as `{ project, path, seconds, failed }`
 */
export async function runJest(folder, args, env = {}) {
  const own = mkdtempSync(join(folder, 'jest-'));
  const [outcome, times] = [join(own, 'outcome.json'), join(own, 'times.jsonl')];
  // Jest reads reporter options only from a configuration file, so an environment variable contains the file name.
  const code = await runNode(
    [
      'libs/toolchain/src/run.mjs',
      'jest',
      '--',
      ...args,
      ...['--json', `--outputFile=${outcome}`, '--silent=false'],
      ...['--reporters=default', `--reporters=${fileTimes}`],
    ],
    { env: { ...env, POSTHORN_FILE_TIMES: times } },
  );
  const files = existsSync(times) ? lines(times) : [];
  const counts = existsSync(outcome) ? countsOf(JSON.parse(readFileSync(outcome, 'utf8'))) : NONE;
  rmSync(own, { recursive: true });
  return { code, counts, files };
}

const NONE = { passed: 0, failed: 0, skipped: 0 };

const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const countsOf = (result) => ({
  passed: result.numPassedTests,
  // A file that could not be loaded has no tests to count.
  failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
  skipped: result.numPendingTests + result.numTodoTests,
});
