import { cpus } from 'node:os';

/**
 * Starts to measure the load of this machine's processors, including other programs.
 * @returns a function that returns the mean number of busy cores since then, e.g. 1.8
 */
export function watchProcessors() {
  const before = totals();
  return () => {
    const now = totals();
    const [busy, all] = [now.busy - before.busy, now.all - before.all];
    return all === 0 ? 0 : (busy / all) * cpus().length;
  };
}

function totals() {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap(Object.values).reduce((sum, value) => sum + value, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
