import { readdir, readFile } from 'node:fs/promises';

/** Linux reports process times in hundredths of a second, whatever the clock rate of the kernel is. */
const TICKS_PER_SECOND = 100;

/** Fields of `/proc/<pid>/stat`, counted from the state, which comes after the name. `man 5 proc_pid_stat` */
const FIELDS = { parent: 1, own: [11, 12], ended: [13, 14] } as const;

/** Returns the process and all its descendants, according to `/proc`. Linux only. */
export async function familyOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number))
    parents.set(pid, Number((await statOf(pid))[FIELDS.parent]));
  const family = new Set([root]);
  for (const member of family) {
    for (const [pid, parent] of parents) if (parent === member) family.add(pid);
  }
  return [...family];
}

/** Returns the process and its direct children. */
export async function withChildren(pid: number): Promise<number[]> {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`;
  const children = await readFile(file, 'utf8').catch(() => '');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Seconds of a core that these processes and their ended children have used. */
export async function processorSeconds(pids: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await statOf(pid);
    for (const field of [...FIELDS.own, ...FIELDS.ended]) ticks += Number(stat[field] ?? 0);
  }
  return ticks / TICKS_PER_SECOND;
}

/** Seconds of cores that all programs on this machine have used since boot, including time that the host took away. */
export async function machineSeconds(): Promise<number> {
  const line = (await readFile('/proc/stat', 'utf8')).split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
    .split(/\s+/u)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + stolen) / TICKS_PER_SECOND;
}

/** The fields of `/proc/<pid>/stat` after the name. Empty when the process has just ended. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
