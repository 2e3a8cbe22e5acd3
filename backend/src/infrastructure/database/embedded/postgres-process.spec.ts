import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import { clusterServedBy, isPostgres } from './postgres-process.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Writes when it runs, because `spawn` returns before the system shows the command line. */
const PROGRAM = "process.stdout.write('runs'); setInterval(() => {}, 1000)";

/** Starts a process with a name of our choice, which a system with /proc shows as its first argument. */
async function startProgram(argv0: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['-e', PROGRAM, '--', ...args], { argv0 });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

it('does not mistake another program for the server, even if its arguments look similar', async () => {
  const stranger = await startProgram('node', 'specs/postgres.spec.ts');
  // Without /proc the programs look alike, so the process is left running.
  expect(isPostgres(stranger)).toBe(!existsSync('/proc'));
});
it('recognizes the server by its program', async () => {
  expect(isPostgres(await startProgram('/opt/pg/bin/postgres', '-D', '/data'))).toBe(true);
  expect(isPostgres(await startProgram('postgres: checkpointer'))).toBe(true);
});
it('reads the folder of a server from its command line, which its helper processes do not have', async () => {
  const [served, none] = existsSync('/proc') ? ['/data', null] : [undefined, undefined];
  expect(clusterServedBy(await startProgram('/opt/pg/bin/postgres', '-D', '/data', '-p', '1'))).toBe(served);
  expect(clusterServedBy(await startProgram('postgres: checkpointer'))).toBe(none);
});
it('recognizes that no process has the id', () => {
  expect(isPostgres(2 ** 22 + 1)).toBe(false);
});
