import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Process ids: the postmaster first, then its children. */
export async function postgresProcesses(dataDir: string): Promise<number[]> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return [Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  return [postmaster, ...parents.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)];
}

/** Signals the processes that have not ended in the meantime. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended in the meantime.
    }
  }
}
