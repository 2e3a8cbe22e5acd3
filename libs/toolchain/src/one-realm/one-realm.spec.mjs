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

const WITH_DOCUMENT = join(import.meta.dirname, 'document-environment.cjs');

/** Runs Jest on these files, the longest first, in one process. Files whose name begins with `page` have a document. Returns status and message of each test by title, and of each file by name. */
async function results(files) {
  for (const [name, text] of Object.entries(files)) {
    const environment = name.startsWith('page') ? `/** @jest-environment ${WITH_DOCUMENT} */\n` : '';
    await writeFile(join(folder, name), name === 'shared.ts' ? text : `${environment}${IMPORTS}\n${text}`);
  }
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

it('keeps the messages of google-protobuf for the next file, because packages use them as a global', async () => {
  const found = await results({
    'first.spec.ts': `
// ${'the longest runs first '.repeat(50)}
it('loads a package', () => { Object.assign(globalThis, { proto: 'messages', other: 1 }); });`,
    'second.spec.ts': `
it('uses the package', () => { expect(globalThis).toMatchObject({ proto: 'messages' }); });
it('finds no other global', () => { expect('other' in globalThis).toBe(false); });`,
  });
  expect(found).toMatchObject({
    'loads a package': { status: 'passed' },
    'uses the package': { status: 'passed' },
    'finds no other global': { status: 'passed' },
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

it('gives files one document, empties it after each file, and hides it from files without a document', async () => {
  const found = await results({
    'shared.ts': `
export const loadedWith = document;
export const calls: string[] = [];
setTimeout(() => { calls.push('short'); }, 50);`,
    'page-1.spec.ts': `
// ${'the longest runs first '.repeat(90)}
import { loadedWith } from './shared.ts';

it('first: changes all it can', () => {
  expect(loadedWith).toBe(document);
  expect(window.document).toBe(document);
  document.body.innerHTML = '<p>Text</p>';
  document.body.className = 'dark';
  document.documentElement.lang = 'de';
  document.title = 'Title';
  document.cookie = 'name=value';
  localStorage.setItem('key', 'value');
  sessionStorage.setItem('key', 'value');
  history.pushState(null, '', '/path');
  Object.assign(globalThis, { changed: true });
  setTimeout(() => { document.title = 'late'; }, 101);
  setInterval(() => { document.title = 'late'; }, 101);
});`,
    'page-2.spec.ts': `
// ${'the second longest runs second '.repeat(30)}
import { calls, loadedWith } from './shared.ts';

it('second: shares the document and sees nothing of the first file', async () => {
  expect(loadedWith).toBe(document);
  expect(calls).toEqual(['short']);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect([document.title, document.cookie, location.href]).toEqual(['', '', 'http://localhost/']);
  expect([localStorage.length, sessionStorage.length, 'changed' in globalThis]).toEqual([0, 0, false]);
}, 30_000);
it('second: an error in a listener', () => {
  document.addEventListener('click', () => { throw new Error('in a listener'); }, { once: true });
  document.dispatchEvent(new Event('click'));
});
it('second: an error that a listener of errors handles', () => {
  const listener = jest.fn();
  addEventListener('error', listener);
  document.addEventListener('click', () => { throw new Error('in a listener'); }, { once: true });
  document.dispatchEvent(new Event('click'));
  removeEventListener('error', listener);
  expect(listener).toHaveBeenCalledTimes(1);
});`,
    'third.spec.ts': `
it('third: has no document', () => {
  expect(['window', 'document', 'location'].filter((name) => name in globalThis)).toEqual([]);
  const { signal } = new AbortController();
  expect(signal instanceof EventTarget).toBe(true);
  expect(setTimeout(() => undefined).hasRef()).toBe(true);
});`,
  });
  expect(found).toMatchObject({
    'first: changes all it can': { status: 'passed' },
    'second: shares the document and sees nothing of the first file': { status: 'passed' },
    'second: an error in a listener': {
      status: 'failed',
      message: expect.stringContaining('Error: in a listener'),
    },
    'second: an error that a listener of errors handles': { status: 'passed' },
    'third: has no document': { status: 'passed' },
  });
});
