import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readKeyRing } from './read-keys.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-keys-'));
  file = join(folder, 'data', 'encryption-keys');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const filesHere = () => readdir(join(folder, 'data'));

it('makes a key file once, which only its owner can read', async () => {
  const first = readKeyRing(null, file);
  expect(readKeyRing(null, file).currentKeyId).toBe(first.currentKeyId);
  expect(await readFile(file, 'utf8')).toMatch(/^k\d{8}-[0-9a-f]{6}:[\w+/]{43}=\n$/u);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await filesHere()).toEqual(['encryption-keys']);
});

it('leaves no incomplete key file on a full disk, so that the next start can make it', async () => {
  const of = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  const script = `const { readKeyRing } = await import(${of('./read-keys.ts')}); readKeyRing(null, ${JSON.stringify(file)})`;
  const hooks = fileURLToPath(new URL('../../../test/typescript-hooks.mjs', import.meta.url));
  const node = [process.execPath, '--no-warnings', '--import', hooks, '--input-type=module', '-e', script];
  // The limit on the size of files refuses each byte, as a full disk does.
  const start = promisify(execFile)('bash', ['-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'bash', ...node], {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  await expect(start).rejects.toMatchObject({ stderr: expect.stringContaining('EFBIG') });
  expect(await filesHere()).toEqual([]);
  expect(readKeyRing(null, file).currentKeyId).toMatch(/^k\d{8}-/u);
}, 60_000);
