import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

let project;
const commands = [];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'posthorn-build-'));
  mkdirSync(join(project, 'backend', 'dist'), { recursive: true });
  writeFileSync(join(project, '.gitignore'), 'dist\ndist-*\n');
  writeFileSync(join(project, 'backend', 'source'), 'new');
  writeFileSync(join(project, 'backend', 'dist', 'main.js'), 'old');
});
afterEach(() => {
  for (const { child } of commands.splice(0)) child.kill('SIGKILL');
  rmSync(project, { recursive: true });
});

const built = () => readFileSync(join(project, 'backend', 'dist', 'main.js'), 'utf8');
const WAITS = 'Another command is preparing Posthorn in this folder. Waiting until it is done …';

/** A process that builds. It prints `making`, and writes the result when it gets a line with the exit code of the build. */
function command() {
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const { buildParts } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'build.mjs')).href)});
    const make = async (folder) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(folder + '/half.js', '');
      console.log('making');
      const input = createInterface({ input: process.stdin });
      const code = await new Promise((resolve) => input.once('line', resolve));
      input.close();
      writeFileSync(folder + '/main.js', 'new');
      return Number(code);
    };
    await buildParts(${JSON.stringify(project)}, [{ name: 'backend', result: 'main.js', make }]).catch((error) => {
      console.log(error.message);
      process.exitCode = 1;
    });
    process.stdin.unref();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const started = {
    child,
    nextLine: async () => (await lines.next()).value,
    finish: (code) => child.stdin.write(`${code}\n`),
    ended: once(child, 'exit').then(([code]) => code),
  };
  commands.push(started);
  return started;
}

async function startBuild() {
  const started = command();
  expect([await started.nextLine(), await started.nextLine()]).toEqual(['Building the backend …', 'making']);
  return started;
}

it('builds once for two commands: the second prints that it waits, and uses the result', async () => {
  const first = await startBuild();
  const second = command();
  expect(await second.nextLine()).toBe(WAITS);
  first.finish(0);
  expect(await first.ended).toBe(0);
  expect(await second.nextLine()).toBeUndefined();
  expect(await second.ended).toBe(0);
  expect(built()).toBe('new');
});

it('keeps the earlier result until the new one is complete', async () => {
  const failing = await startBuild();
  expect(built()).toBe('old');
  failing.finish(1);
  expect(await failing.nextLine()).toBe('The backend could not be built. See the lines above.');
  expect(await failing.ended).toBe(1);
  expect(built()).toBe('old');
  expect(readdirSync(join(project, 'backend'))).toEqual(['dist', 'source']);
});

it('builds after another command was killed, and removes its unfinished folder', async () => {
  const killed = await startBuild();
  const next = command();
  expect(await next.nextLine()).toBe(WAITS);
  killed.child.kill('SIGKILL');
  expect([await next.nextLine(), await next.nextLine()]).toEqual(['Building the backend …', 'making']);
  next.finish(0);
  expect(await next.ended).toBe(0);
  expect(readdirSync(join(project, 'backend'))).toEqual(['dist', 'source']);
  expect(existsSync(join(project, 'backend', 'dist', 'half.js'))).toBe(true);
});

it('builds nothing when nothing has changed', async () => {
  const first = await startBuild();
  first.finish(0);
  await first.ended;
  const second = command();
  expect(await second.nextLine()).toBeUndefined();
  expect(await second.ended).toBe(0);
});
