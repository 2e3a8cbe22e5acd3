import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type ProgramOptions = Readonly<{
  /**
   * Runs the build, as `npm start` does. False: runs the sources, so that a stale build does not matter.
   * Default: the variable `POSTHORN_TEST_BUILT`, which `npm test` sets after it has built.
   */
  built?: boolean;
  /** The folder with the sources of another release: see `nextEdition`. */
  edition?: string;
}>;

/** The arguments with which Node runs a program of the repository. @param file from the repository's root, as `backend/src/main.ts` */
export function programFlags(file: string, { built = isBuilt(), edition }: ProgramOptions = {}): string[] {
  const flags = ['--no-warnings', '--max-semi-space-size=16', '--initial-old-space-size=128'];
  if (built && edition === undefined && file.startsWith('backend/')) {
    return [...flags, join(ROOT, file.replace('backend/', 'backend/dist/').replace(/\.ts$/, '.js'))];
  }
  const root = edition ?? ROOT;
  const hooks = join(root, 'backend', 'test', 'typescript-hooks.mjs');
  return [...flags, '--enable-source-maps', `--import=${hooks}`, join(root, file)];
}

/** Whether products under test run the build, as `npm start` does. */
export const isBuilt = (): boolean => process.env['POSTHORN_TEST_BUILT'] === '1';

/** The only variables of the tests' own environment that a program under test gets. */
export const machineEnvironment = (): Record<string, string | undefined> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
};
