import { bin } from '../paths.mjs';
import { runNode } from '../run-command.mjs';

/** The folders with sources that both linters check. */
export const LINTED_FOLDERS = ['backend', 'libs', 'docs/examples', 'frontend'];

/**
 * Runs oxlint (oxlint.config.ts) on files or folders, and ESLint (eslint.config.js) on those of the frontend.
 * @returns exit code of the first linter that fails, else 0
 */
export async function lint(paths) {
  const code = await runNode([bin('oxlint'), '--no-error-on-unmatched-pattern', ...paths]);
  const frontend = paths.filter((path) => /^frontend(\/|$)/.test(path));
  if (code !== 0 || frontend.length === 0) return code;
  return runNode([bin('eslint'), '--max-warnings', '0', '--no-warn-ignored', ...frontend]);
}
