import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PID_FILE = 'postmaster.pid';
const LONGEST_MILLISECONDS = 10_000;

/** Ends the PostgreSQL servers whose data lie below a folder, and waits for their end, so that it can be removed. */
export async function endDatabases(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(PID_FILE))
    .map((path) => join(folder, path));
  for (const file of files) end(Number(readFileSync(file, 'utf8').split('\n')[0]));
  const until = Date.now() + LONGEST_MILLISECONDS;
  // A server removes its file as its last act.
  while (files.some(existsSync) && Date.now() < until) await pause(50);
}

function end(pid) {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // It had ended without removing its file.
    if (error.code !== 'ESRCH') throw error;
  }
}
