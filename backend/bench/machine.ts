import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type as system } from 'node:os';
import { binaries } from '#infrastructure/database/embedded/binaries.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';

/** Above this load per core, another program uses the machine, and waits are longer than the product's own. */
const BUSY_PER_CORE = 0.5;

/** Describes the machine. Without this description, the figures mean nothing. */
export function machine(): string[] {
  const cores = cpus();
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  const [load = 0] = loadavg();
  const busy = load > BUSY_PER_CORE * cores.length ? ' (busy machine)' : '';
  const postgres = execFileSync(binaries(serverUser()).postgres, ['--version'], { encoding: 'utf8' }).trim();
  return [
    `${new Date().toISOString()} · ${system()} ${release()} · ${String(cores.length)} cores, ${cores[0]?.model.trim() ?? ''} · ${memory} GiB`,
    `Node ${process.versions.node} · ${postgres} · load before the run ${load.toFixed(1)}${busy}`,
  ];
}

/** Microseconds since boot in which some process was ready but had no core; null where Linux does not report this. */
export function coreWaitTime(): number | null {
  try {
    return Number(/^some .*total=(\d+)/mu.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** Reports whether other load on the machine has influenced the figures of a run. */
export function coreWaitReport(before: number | null, seconds: number): string {
  const after = coreWaitTime();
  if (before === null || after === null) return '';
  const share = (after - before) / 1e6 / seconds;
  return `For ${(share * 100).toFixed(0)} % of that time something on this machine was waiting for a core.`;
}
