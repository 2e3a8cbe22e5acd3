import { appendFileSync } from 'node:fs';

/**
 * A Jest reporter that appends one JSON line for each spec file to the file whose path is in `POSTHORN_FILE_TIMES`.
 * `seconds` is wall time, without the wait for a free worker.
 */
export default class FileTimes {
  onTestResult({ path, context }, { perfStats, numFailingTests, testExecError }) {
    const failed = numFailingTests > 0 || Boolean(testExecError);
    const project = context.config.displayName?.name ?? '';
    const seconds = (perfStats.end - perfStats.start) / 1000;
    appendFileSync(
      process.env.POSTHORN_FILE_TIMES,
      `${JSON.stringify({ project, path, seconds, failed })}\n`,
    );
  }
}
