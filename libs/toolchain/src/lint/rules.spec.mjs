import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bin, nodeBinary, root } from '../paths.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { FAULTS, IN_FOLDERS, QUERY_FAULTS } from './faults.mjs';

let folder;
let reported;

/** @returns standard output, even of a run that reports faults */
const output = async (args) => {
  const run = promisify(execFile)(nodeBinary(), args, { cwd: folder, maxBuffer: 2 ** 28 });
  return (await run.catch((error) => error)).stdout;
};
const nameOf = (rule) => rule.replace('/', '-');
/** `typescript(no-x)` is `typescript/no-x`; rules of ESLint itself have no prefix. */
const ruleOf = (code) =>
  code
    .replace(/^(.+)\((.+)\)$/, '$1/$2')
    .replace(/^(eslint|react-hooks)\//, (_, origin) => (origin === 'eslint' ? '' : 'react/'));

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(async () => {
  folder = temporaryFolder();
  for (const path of [
    'eslint.config.js',
    'oxlint.config.ts',
    'tsconfig.json',
    'backend/tsconfig.json',
    'frontend/tsconfig.json',
    'libs/toolchain/src/lint/selectors.mjs',
  ])
    cpSync(join(root, path), join(folder, path));
  for (const path of ['package.json', 'backend/package.json', 'frontend/package.json'])
    cpSync(join(root, path), join(folder, path));
  for (const path of ['node_modules', 'frontend/node_modules'])
    symlinkSync(join(root, path), join(folder, path));
  write('backend/src/other.ts', 'export class Other { name = "other"; }\nexport const _Gone = 1;\n');
  for (const [rule, code] of Object.entries(FAULTS)) write(`backend/src/${nameOf(rule)}.ts`, code);
  for (const [path, { code }] of Object.entries(IN_FOLDERS)) write(path, code);
  for (const [rule, code] of Object.entries(QUERY_FAULTS)) write(`frontend/src/query/${rule}.ts`, code);
  const { diagnostics } = JSON.parse(
    await output([bin('oxlint'), '--format', 'json', 'backend', 'frontend', 'libs']),
  );
  reported = new Set(diagnostics.map(({ code, filename }) => `${filename} ${ruleOf(code ?? '')}`));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reports a fault of each rule', () => {
  const expected = [
    ...Object.keys(FAULTS).map((rule) => `backend/src/${nameOf(rule)}.ts ${rule}`),
    ...Object.entries(IN_FOLDERS).map(([path, { rule }]) => `${path} ${rule}`),
  ];
  expect(expected.filter((each) => !reported.has(each))).toEqual([]);
});

it('lists in `FAULTS` a fault of each rule that applies everywhere', async () => {
  const { rules } = JSON.parse(await output([bin('oxlint'), '--print-config']));
  const on = Object.keys(rules).map((rule) => rule.replace(/^@typescript-eslint\//, 'typescript/'));
  expect(on.filter((rule) => !(rule in FAULTS))).toEqual([]);
});

it('reports a fault of each TanStack Query rule', async () => {
  const files = JSON.parse(await output([bin('eslint'), '--format', 'json', 'frontend/src/query']));
  const found = files.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId }) => `${basename(filePath, '.ts')} ${ruleId}`),
  );
  const expected = Object.keys(QUERY_FAULTS).map((rule) => `${rule} @tanstack/query/${rule}`);
  expect(expected.filter((each) => !found.includes(each))).toEqual([]);
}, 60_000);
