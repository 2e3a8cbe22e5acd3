import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Returns the output of a process that used the store at `url` and closed it. Never returns while something keeps that process alive. */
export async function runClosingProbe(url: string): Promise<string> {
  const probe = fileURLToPath(new URL('closing-probe.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', probe, url]);
  return stdout.trim();
}
