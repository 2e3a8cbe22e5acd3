import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type ProgramOptions = Readonly<{
  /**
   * As `npm start` runs it, instead of from the sources, which a stale build does not concern. Default: the variable
   * `POSTHORN_TEST_BUILT`, set by `npm test`, which has just built it.
   */
  built?: boolean;
  /** The folder of another release of the sources: see `nextEdition`. */
  edition?: string;
}>;

/** What Node is given to run a program of the repository. @param file from its top, as `backend/src/main.ts` */
export function programFlags(file: string, { built = isBuilt(), edition }: ProgramOptions = {}): string[] {
  const flags = ['--no-warnings', '--max-semi-space-size=16'];
  if (built && edition === undefined && file.startsWith('backend/')) {
    return [...flags, join(ROOT, file.replace('backend/', 'backend/dist/').replace(/\.ts$/, '.js'))];
  }
  const top = edition ?? ROOT;
  const hooks = join(top, 'backend', 'test', 'typescript-hooks.mjs');
  return [...flags, '--enable-source-maps', `--import=${hooks}`, join(top, file)];
}

/** Whether products under test run as `npm start` runs them. */
export const isBuilt = (): boolean => process.env['POSTHORN_TEST_BUILT'] === '1';

/** Of our own environment nothing else reaches a program under test. */
export const machineEnvironment = (): Record<string, string | undefined> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
};
