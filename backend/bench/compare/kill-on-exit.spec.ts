import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-kill-'));
  writeFileSync(join(folder, 'file'), '');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script in a new process. Resolves when every process that writes to its output has ended. */
const run = (script: string): Promise<Readonly<{ output: string; failed: boolean }>> =>
  new Promise((resolve) => {
    const source = `
      import { spawn, spawnSync } from 'node:child_process';
      import { killOnExit, removeOnExit } from ${JSON.stringify(import.meta.resolve('./kill-on-exit.ts'))};
      const startSleeper = () => spawn('sleep', ['30'], { stdio: 'inherit' }).pid;
      const endedPid = spawnSync('true').pid;
      ${script}`;
    execFile(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', source],
      (error, stdout, stderr) => {
        resolve({ output: stdout + stderr, failed: error !== null });
      },
    );
  });

describe('a process that ends early', () => {
  it.each(['SIGINT', 'SIGTERM'])(
    'kills all registered processes on %s, skips one that has ended, and removes the registered folder',
    async (signal) => {
      const { output, failed } = await run(`
        removeOnExit(${JSON.stringify(folder)});
        for (const pid of [endedPid, startSleeper(), startSleeper()]) killOnExit(pid, 'SIGTERM');
        setTimeout(() => undefined, 30_000);
        process.kill(process.pid, '${signal}');`);
      expect({ output, failed }).toEqual({ output: '', failed: true });
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('does not kill a process whose kill was cancelled', async () => {
    const { output } = await run(`
      const child = spawn('sh', ['-c', 'sleep 0.5; echo finished'], { stdio: 'inherit' });
      const cancel = killOnExit(child.pid, 'SIGTERM');
      cancel();
      process.exit();`);
    expect(output).toBe('finished\n');
  });

  it('registers one listener for any number of calls', async () => {
    const { output } = await run(`
      for (const turn of [1, 2, 3]) killOnExit(endedPid, 'SIGTERM')();
      console.log(process.listenerCount('SIGINT'), process.listenerCount('exit'));`);
    expect(output).toBe('1 1\n');
  });
});
