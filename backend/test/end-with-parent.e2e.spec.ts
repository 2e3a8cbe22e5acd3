import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stopLeftover } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { eventually } from './eventually.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD_AND_START_SECONDS = 170;
const STOP_SECONDS = 40;

// The spec reads process ids from /proc.
const isPossible = process.platform === 'linux';
// The event log does not change how processes end.
const runsOnThisLog = process.env['POSTHORN_TEST_LOG'] !== 'eventstoredb';
const describeIfPossible = isPossible && runsOnThisLog ? describe : describe.skip;

describeIfPossible('npm start (needs Linux; runs on the Postgres log)', () => {
  let dataDir: string;
  let npm: ChildProcess;
  let port: number;
  let sandboxPort: number;
  let output: string;
  let processes: readonly Running[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'posthorn-parent-'));
    await chmod(dataDir, 0o755);
    [port = 0, sandboxPort = 0] = await freePorts(2);
    output = '';
    processes = [];
    npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        TMPDIR: tmpdir(),
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    await eventually(async () => {
      expect({ output, ready: await isUp(`http://localhost:${String(port)}/health/ready`) }).toEqual({
        output,
        ready: true,
      });
    }, BUILD_AND_START_SECONDS);
    processes = await descendantsOf(npm.pid ?? 0);
  });
  afterEach(async () => {
    for (const { pid } of processes) end(pid);
    npm.kill('SIGKILL');
    await stopLeftover(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['only npm gets SIGTERM', 'SIGTERM', 'npm'],
    ['only npm is killed', 'SIGKILL', 'npm'],
    ['only the start script is killed', 'SIGKILL', 'start.mjs'],
  ] as const)('leaves no process and no port behind when %s', async (_, signal, victim) => {
    const names = processes.map(({ command }) => command).join('\n');
    expect(names).toContain('start.mjs');
    expect(names).toContain('dist/src/main.js');
    const pid = victim === 'npm' ? npm.pid : processes.find(({ command }) => command.includes(victim))?.pid;
    process.kill(pid ?? 0, signal);
    await eventually(async () => {
      const alive = processes.filter(({ pid }) => existsSync(`/proc/${String(pid)}`));
      expect({ output, alive }).toEqual({ output, alive: [] });
      expect(await isUp(`http://localhost:${String(port)}/health/live`)).toBe(false);
      expect(await isUp(`http://localhost:${String(sandboxPort)}/`)).toBe(false);
      expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
    }, STOP_SECONDS);
  });
});

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

type Running = Readonly<{ pid: number; command: string }>;

/** All descendants of the process. */
async function descendantsOf(ancestor: number): Promise<Running[]> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map((name) => readProcess(Number(name))),
  );
  const descendantsBelow = (parent: number): Running[] =>
    processes.flatMap((each) => (each?.parent === parent ? [each, ...descendantsBelow(each.pid)] : []));
  return descendantsBelow(ancestor);
}

async function readProcess(pid: number): Promise<(Running & { parent: number }) | null> {
  try {
    const folder = `/proc/${String(pid)}`;
    const stat = await readFile(join(folder, 'stat'), 'utf8');
    const command = (await readFile(join(folder, 'cmdline'), 'utf8')).replaceAll('\0', ' ');
    // The name in parentheses may contain any character; state and parent follow it.
    return { pid, command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}
