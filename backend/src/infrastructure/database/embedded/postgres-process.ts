import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const STOP_MILLISECONDS = 20_000;

/** A process id may long belong to somebody else. */
export function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const commandLine = `/proc/${String(pid)}/cmdline`;
  return existsSync(commandLine) ? readFileSync(commandLine, 'utf8').includes('postgres') : true;
}

/** SIGINT is the fast and clean way; SIGQUIT the hard one, after which the next start recovers from its log. */
export async function endProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = Date.now() + STOP_MILLISECONDS;
    while (Date.now() < until) {
      if (!isPostgres(pid)) return;
      await pause(20);
    }
  }
}
