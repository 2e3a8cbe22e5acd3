import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CHECK_MILLISECONDS = 500;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']);

/**
 * Calls `onEnd` once, when the npm that runs this script has ended for any reason. Some shells run between npm and the script and
 * survive npm; then the shell's parent changes. A script that was started without npm may survive its parent.
 * On Windows this cannot detect a parent's end.
 */
export function watchParent(onEnd) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const parentInfo = processInfo(parent);
  const grandparent = parentInfo && SHELLS.has(parentInfo.name) ? parentInfo.parent : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || processInfo(parent)?.parent === grandparent))
      return;
    clearInterval(timer);
    onEnd();
  }, CHECK_MILLISECONDS);
  timer.unref();
}

/** Name and parent of a process; undefined when it has ended. */
function processInfo(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name itself may contain spaces and parentheses: `1234 (sh) S 1200 …`.
      const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')];
      return { name: stat.slice(open + 1, close), parent: Number(stat.slice(close + 2).split(' ')[1]) };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [parent, ...name] = line.split(/\s+/);
    return { name: basename(name.join(' ')).replace(/^-/, ''), parent: Number(parent) };
  } catch {
    return undefined;
  }
}
