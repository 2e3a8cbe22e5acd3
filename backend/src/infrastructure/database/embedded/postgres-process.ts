import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const STOP_MILLISECONDS = 20_000;

/** Whether a process is a PostgreSQL server. Another process may have got the id by now, so this checks the program's name. */
export function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const commandLine = `/proc/${String(pid)}/cmdline`;
  return existsSync(commandLine) ? isServer(readFileSync(commandLine, 'utf8')) : true;
}

/** The path of the program, or a process title that it sets itself, such as `postgres: checkpointer`. */
const isServer = (commandLine: string): boolean =>
  /^(?:\S*\/)?postgres(?:$|:)/.test(commandLine.split('\0')[0] ?? '');

/**
 * The folder of the cluster that a server serves, from its command line, which every user may read. Null: the command line names none, as
 * that of a process that a server has started.
 * Undefined: the system has no `/proc`.
 */
export function clusterServedBy(pid: number): string | null | undefined {
  const commandLine = `/proc/${String(pid)}/cmdline`;
  if (!existsSync(commandLine)) return undefined;
  const words = readFileSync(commandLine, 'utf8').split('\0');
  const option = words.indexOf('-D');
  return option < 0 ? null : (words[option + 1] ?? null);
}

/** Ends a server. SIGINT ends it cleanly. After SIGQUIT, the next start recovers from the write-ahead log. */
export async function endProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = performance.now() + STOP_MILLISECONDS;
    while (performance.now() < until) {
      if (!isPostgres(pid)) return;
      await pause(20);
    }
  }
}
