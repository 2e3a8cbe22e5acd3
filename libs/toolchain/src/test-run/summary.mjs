import { relative } from 'node:path';
import { root } from '../paths.mjs';

const SLOWEST = 20;

/** @returns lines that list the failed spec files of these steps, each with its project */
export function failedFiles(steps) {
  const failed = steps.flatMap(({ files }) => files).filter((file) => file.failed);
  return failed.map(({ project, path }) => `FAILED: ${project}  ${relative(root, path)}`);
}

/**
 * @param steps `{ name, seconds, busy, files }`, the files as `runJest` returns them
 * @returns lines for a terminal: the slowest spec files, then each step with its time
 */
export function summary(steps) {
  return [...slowest(steps.flatMap(({ files }) => files)), '', ...sums(steps)];
}

function slowest(files) {
  if (files.length === 0) return [];
  const first = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const rows = first.map(
    ({ project, path, seconds }) => `${whole(seconds)} s  ${project}  ${relative(root, path)}`,
  );
  return [`The ${String(first.length)} slowest of ${String(files.length)} spec files:`, ...rows];
}

function sums(steps) {
  const all = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = steps.flatMap(({ name, seconds, busy, files }) => [
    `${whole(seconds)} s  ${name} (${busy.toFixed(1)} cores busy)`,
    ...projects(files),
  ]);
  return ['Steps:', ...rows, `${whole(all)} s  in all`];
}

function projects(files) {
  const names = [...new Set(files.map(({ project }) => project))];
  return names.map((name) => {
    const own = files.filter(({ project }) => project === name);
    const sum = own.reduce((total, { seconds }) => total + seconds, 0);
    return `          ${name}: ${String(own.length)} files, ${sum.toFixed(0)} s in them together`;
  });
}

const whole = (seconds) => seconds.toFixed(0).padStart(5);
