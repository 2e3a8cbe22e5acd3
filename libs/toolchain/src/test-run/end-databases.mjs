import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PID_FILE = 'postmaster.pid';
const LONGEST_MILLISECONDS = 10_000;

/** Ends the PostgreSQL servers with data below a folder, and waits for their end, so that the folder can be removed. */
export async function endDatabases(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(PID_FILE))
    .map((path) => join(folder, path));
  for (const file of files) end(file);
  const until = Date.now() + LONGEST_MILLISECONDS;
  // A server removes its file last.
  while (files.some(existsSync) && Date.now() < until) await pause(50);
}

function end(file) {
  try {
    const [pid, dataFolder] = readFileSync(file, 'utf8').split('\n');
    // A stale file may contain the id of a process that has nothing to do with this folder.
    if (Number(pid) > 0 && isServerOf(Number(pid), dataFolder)) process.kill(Number(pid), 'SIGINT');
  } catch (error) {
    // The server has ended by now and removed its file, or left it behind, or the file contains the id of another user's process.
    if (!['ENOENT', 'ESRCH', 'EPERM'].includes(error.code)) throw error;
  }
}

/** Checks the process where the system allows it; elsewhere it trusts the file. */
function isServerOf(pid, dataFolder) {
  if (!existsSync('/proc/self/cmdline')) return true;
  return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
    .split('\0')
    .includes(dataFolder);
}
