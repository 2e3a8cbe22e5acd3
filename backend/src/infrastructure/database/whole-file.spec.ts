import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { writeFirst, writeWhole } from './whole-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-whole-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('never shows a partly written file to a reader while another process rewrites the file', async () => {
  const file = join(folder, 'connection.json');
  const texts = ['a', 'b'].map((letter) => letter.repeat(2_000_000));
  writeWhole(file, texts[0] ?? '');
  const module = fileURLToPath(new URL('./whole-file.ts', import.meta.url));
  const script = `const { writeWhole } = await import(${JSON.stringify(module)});
    for (let i = 0; i < 40; i++) writeWhole(${JSON.stringify(file)}, 'ab'[i % 2].repeat(2_000_000))`;
  const writer = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: 'inherit',
  });
  const ended = once(writer, 'exit');
  const found = new Set<string>();
  do found.add(await readFile(file, 'utf8'));
  while (writer.exitCode === null);
  expect(await ended).toEqual([0, null]);
  expect([...found].filter((text) => !texts.includes(text)).map(({ length }) => length)).toEqual([]);
  expect(await readdir(folder)).toEqual(['connection.json']);
});
it('makes a file readable only by its owner, even when it replaces a file that others could read', async () => {
  const file = join(folder, 'secret');
  await writeFile(file, 'first', { mode: 0o644 });
  writeWhole(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o077).toBe(0);
});
it('keeps the text that the first of several processes wrote, such as a password', async () => {
  const file = join(folder, 'password');
  writeFirst(file, 'first');
  writeFirst(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('first');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(['password']);
});
it('keeps the first text when a process of another machine has the same process id', async () => {
  const file = join(folder, 'password');
  // What a process with our id, which shares the folder, has written and is about to give its name.
  await writeFile(`${file}.${String(process.pid)}`, 'first');
  await link(`${file}.${String(process.pid)}`, file);
  writeFirst(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('first');
});
