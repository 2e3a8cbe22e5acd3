import { readFileSync } from 'node:fs';

const MOST = 2;

/**
 * The few files of a failed run that are worth one more try, on a machine that others may have kept busy.
 * Never one with properties, which would try other values, and never chaos, which would kill at other moments.
 * @param files as `runJest` returns them
 * @returns their paths; none when a repetition cannot make the run pass
 */
export function repeatable(files) {
  const paths = [...new Set(files.filter(({ failed }) => failed).map(({ path }) => path))];
  const isRandom = (path) =>
    path.includes('/chaos/') || readFileSync(path, 'utf8').includes("from 'fast-check'");
  return paths.length > MOST || paths.some(isRandom) ? [] : paths;
}
