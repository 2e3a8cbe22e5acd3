import { readFileSync, rmSync } from 'node:fs';

const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 50;

const processes = new Map<number, NodeJS.Signals>();
const folders = new Set<string>();
let isRegistered = false;

/**
 * Kills another process when this process ends early, for example by Ctrl-C.
 * @returns a function to call when the other process has ended
 */
export function killOnExit(pid: number, signal: NodeJS.Signals): () => void {
  register();
  processes.set(pid, signal);
  return () => {
    processes.delete(pid);
  };
}

/** Removes a folder when this process ends early. The processes of `killOnExit` may write to it, so they end first. */
export function removeOnExit(folder: string): void {
  register();
  folders.add(folder);
}

function register(): void {
  if (isRegistered) return;
  isRegistered = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', cleanUp);
}

/** Blocks this process, because an exit handler cannot await. */
function cleanUp(): void {
  for (const [pid, signal] of processes) kill(pid, signal);
  const deadline = Date.now() + WAIT_MS;
  const running = () => [...processes.keys()].filter(isRunning);
  while (running().length > 0 && Date.now() < deadline) sleep(LOOK_EVERY_MS);
  for (const pid of running()) kill(pid, 'SIGKILL');
  for (const folder of folders) remove(folder);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** An ended child stays in `/proc` as a zombie (Z) while this process blocks. `man 5 proc_pid_stat` */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: LOOK_EVERY_MS });
  } catch (error) {
    console.error(`${folder} could not be removed: ${String(error)}`);
  }
}

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
