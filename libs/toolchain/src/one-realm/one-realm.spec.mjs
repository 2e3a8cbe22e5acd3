import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { oneRealm } from '../../../../jest.config.js';
import { bin } from '../paths.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-one-realm-'));
});
afterEach(() => rm(folder, { recursive: true }));

const IMPORTS = "import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';";
const swc = createRequire(import.meta.url).resolve('@swc/jest');
const [[pattern, [, options]]] = Object.entries(oneRealm.transform);

/** Runs Jest on these files, the longest first, in one process. Returns status and message of each test by title, and of each file by name. */
async function results(files) {
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), name === 'shared.ts' ? text : `${IMPORTS}\n${text}`);
  const config = {
    ...oneRealm,
    transform: { [pattern]: [swc, options] },
    rootDir: folder,
    testMatch: ['<rootDir>/*.spec.ts'],
    testTimeout: 500,
  };
  const outputFile = join(folder, 'results.json');
  const jest = [
    bin('jest'),
    '--config',
    JSON.stringify(config),
    '--runInBand',
    '--json',
    '--outputFile',
    outputFile,
  ];
  const node = ['--experimental-vm-modules', '--no-warnings', ...jest];
  await new Promise((resolve) => execFile(process.execPath, node, { cwd: folder }, resolve));
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8'));
  return Object.fromEntries(
    testResults.flatMap(({ name, status, message, assertionResults }) => [
      [name.slice(folder.length + 1), { status, message }],
      ...assertionResults.map((test) => [
        test.title,
        { status: test.status, message: test.failureMessages.join() },
      ]),
    ]),
  );
}

it('reports failures with their line in the source', async () => {
  const found = await results({
    'failing.spec.ts': `
type Removed = { by: 'the transform' };

it('passes', () => { expect(1).toBe(1); });
it('is wrong', () => {
  expect<Removed | number>(1).toBe(2);
});
it.each([1, 2])('is the case %s', (value: number) => { expect(value).toBe(1); });
it('throws', () => { throw new Error('of its own'); });
it('never ends', () => new Promise(() => undefined), 50);
describe('with a hook that fails', () => {
  beforeEach(() => { throw new Error('in a hook'); });
  it('is not run', () => undefined);
});`,
    'unreadable.spec.ts': `it('is open', () => {`,
    'empty.spec.ts': '',
    'throwing.spec.ts': `throw new Error('while it is loaded');`,
  });
  expect(found).toMatchObject({
    passes: { status: 'passed' },
    'is wrong': { status: 'failed', message: expect.stringContaining('failing.spec.ts:7:31') },
    'is the case 1': { status: 'passed' },
    'is the case 2': { status: 'failed' },
    throws: { status: 'failed', message: expect.stringContaining('failing.spec.ts:10:28') },
    'never ends': { status: 'failed', message: expect.stringContaining('Exceeded timeout of 50 ms') },
    'is not run': { status: 'failed', message: expect.stringContaining('in a hook') },
    'unreadable.spec.ts': { status: 'failed', message: expect.stringContaining('Syntax Error') },
    'empty.spec.ts': { status: 'failed', message: expect.stringContaining('must contain at least one test') },
    'throwing.spec.ts': { status: 'failed', message: expect.stringContaining('while it is loaded') },
  });
});

it('loads a module once, runs module-level hooks for each file, and restores what a file changed', async () => {
  const file = (name, text) => `
import { calls } from './hooks.ts';
import { loads } from './shared.ts';

it('${name}: modules are shared', () => { expect(loads).toEqual({ times: 1 }); });
it('${name}: hooks are its own', () => { expect(calls).toEqual(['before', 'after', 'before']); });
${text}`;
  const found = await results({
    'shared.ts': `
const all = globalThis as unknown as { loaded?: number };
all.loaded = (all.loaded ?? 0) + 1;
export const loads = { times: all.loaded };`,
    'hooks.ts': `
export const calls: string[] = [];
beforeEach(() => { calls.push('before'); });
afterEach(() => { calls.push('after'); });`,
    'first.spec.ts': file(
      'first',
      `
// ${'the longest runs first '.repeat(50)}
it('first: changes all it can', () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(2);
  Object.assign(globalThis, { added: true, fetch: () => 'replaced' });
  Object.assign(process.env, { ADDED: 'yes', HOME: 'elsewhere' });
  process.on('message', () => undefined);
  process.on('uncaughtException', () => undefined);
  process.chdir('/');
  process.exitCode = 7;
});`,
    ),
    'second.spec.ts': file(
      'second',
      `
it('second: sees nothing of it', () => {
  expect('added' in globalThis || 'ADDED' in process.env).toBe(false);
  expect([process.env['HOME'] === 'elsewhere', process.cwd() === '/']).toEqual([false, false]);
  expect(Math.random()).toBeLessThan(1);
  expect([Date.name, setTimeout.name, fetch.name]).toEqual(['Date', 'setTimeout', 'fetch']);
  expect(process.listenerCount('message')).toBe(0);
  expect(process.exitCode).toBeUndefined();
});`,
    ),
  });
  const failed = Object.values(found).filter(({ status }) => status !== 'passed');
  expect(failed).toEqual([]);
  expect(Object.keys(found)).toHaveLength(8);
});

it('refuses a shared module that would keep the hooks and mocks of the first file', async () => {
  const found = await results({
    'hooks.ts': 'export const calls: string[] = [];',
    'shared.ts': "export * from './hooks.ts';",
    'first.spec.ts': "import './shared.ts';\nit('is not reached', () => undefined);",
  });
  expect(found['first.spec.ts']).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('shared.ts outlives a spec file'),
  });
});
