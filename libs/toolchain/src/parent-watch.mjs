import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const LOOK_MILLISECONDS = 500;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']);

/**
 * Calls `gone` once, when the npm that runs this script has ended, by whatever cause. Some shells put themselves between
 * the two and outlive npm, so that its end only shows in theirs. A script that was started without npm may outlive
 * whoever started it. On Windows a parent's end cannot be seen this way.
 */
export function watchParent(gone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const above = lookAt(parent);
  const beyond = above && SHELLS.has(above.name) ? above.parent : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (beyond === undefined || lookAt(parent)?.parent === beyond)) return;
    clearInterval(timer);
    gone();
  }, LOOK_MILLISECONDS);
  timer.unref();
}

/** Name and parent of a process, undefined when there is no such process any more. */
function lookAt(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name may hold blanks and parentheses itself: `1234 (sh) S 1200 …`.
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
