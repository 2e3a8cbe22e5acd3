import { readFileSync } from 'node:fs';

const MOST = 2;

/**
 * The few files of a failed run that are worth one more try. It hides a fault that comes and goes, so it stays only until three whole runs
 * have passed without it.
 * Never one with properties, which would try other values, and never chaos, which would kill at other moments.
 * @param run as `runJest` returns it
 * @returns paths; none when a repetition cannot make the run pass, or when Jest did not come to its end
 */
export function repeatable({ code, isFinished, files }) {
  if (code === 0 || !isFinished) return [];
  const paths = [...new Set(files.filter(({ failed }) => failed).map(({ path }) => path))];
  return paths.length > MOST || paths.some(isRandom) ? [] : paths;
}

/** The specs of the event log run a contract whose properties stand in another file. */
const isRandom = (path) =>
  /\/(chaos|event-store)\//.test(path) || readFileSync(path, 'utf8').includes("from 'fast-check'");
