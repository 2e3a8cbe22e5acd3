import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
import { S3Double } from '#infrastructure/media/store/testing/s3-double.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { ErasedList } from './erased-list.ts';

const ANA = '6b1f3c0a-5e0b-4c1e-9d55-0c7f2f9b7a10';
const BO = '0d9c6a52-1f57-4f0f-8b57-1f0a3f6f4c11';
let double: S3Double;
let folders: string[];
beforeAll(async () => {
  double = await new S3Double().start();
});
afterAll(() => {
  double.close();
});
beforeEach(() => {
  folders = [];
  double.objects.clear();
});
afterEach(async () => {
  double.noTrouble();
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** The list on a machine with an empty disk. */
async function onNewDisk(store: Readonly<Record<string, string>> = double.env) {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-erased-'));
  folders.push(dataDir);
  const configuration = testConfiguration({ ...store, DATA_DIR: dataDir });
  const lines = async () => (await readFile(join(dataDir, 'erased.ndjson'), 'utf8')).trim().split('\n');
  const list = new ErasedList(configuration, new FixedClock(new Date('2030-01-01T12:00:00Z')));
  return { list, lines, dataDir };
}

it('keeps the list only in the file if there is no object store, and lists each user once', async () => {
  const { list, lines } = await onNewDisk({});
  for (const userId of [ANA, BO, ANA]) await list.add(userId);
  expect(await list.all()).toEqual([ANA, BO]);
  expect(await lines()).toHaveLength(2);
});
it('restores the list on an empty disk from one object for each user, without personal data', async () => {
  await (await onNewDisk()).list.add(ANA);
  expect([...double.objects.keys()]).toEqual([`erased/${ANA}`]);
  const other = await onNewDisk();
  expect(await other.list.all()).toEqual([ANA]);
  expect(await other.lines()).toHaveLength(1);
});
it('copies the users of the file to an object store that was added later', async () => {
  const { list } = await onNewDisk();
  await list.add(ANA);
  double.objects.clear();
  await list.add(BO);
  expect(await list.all()).toEqual([ANA, BO]);
  expect([...double.objects.keys()].sort()).toEqual([`erased/${BO}`, `erased/${ANA}`]);
});
it('fails while the store refuses, and succeeds at the next call', async () => {
  const { list, lines } = await onNewDisk();
  double.trouble('PUT', { kind: 'status', status: 403, code: 'AccessDenied' });
  await expect(list.add(ANA)).rejects.toThrow(MediaStoreUnavailable);
  double.noTrouble();
  await list.add(ANA);
  expect(await lines()).toHaveLength(1);
  expect([...double.objects.keys()]).toEqual([`erased/${ANA}`]);
});
it('loses no user while processes of several machines add users to one file', async () => {
  const { list, dataDir } = await onNewDisk({});
  const of = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  const hooks = fileURLToPath(new URL('../../../../test/typescript-hooks.mjs', import.meta.url));
  const added = (machine: string) => Array.from({ length: 150 }, (_, index) => `${machine}-${String(index)}`);
  const addAll = (machine: string) =>
    promisify(execFile)(process.execPath, [
      ...['--no-warnings', '--import', hooks, '--input-type=module', '-e'],
      `import 'reflect-metadata';
       const { ErasedList } = await import(${of('./erased-list.ts')});
       const list = new ErasedList({ dataDir: ${JSON.stringify(dataDir)}, objectStore: null }, { now: () => new Date() });
       for (const userId of ${JSON.stringify(added(machine))}) await list.add(userId);`,
    ]);
  await Promise.all(['one', 'two', 'three'].map(addAll));
  expect([...(await list.all())].sort()).toEqual(['one', 'two', 'three'].flatMap(added).sort());
}, 120_000);
it('reads the other users of a file whose last line a power cut has cut off, and adds more', async () => {
  const { list, lines, dataDir } = await onNewDisk({});
  await list.add(ANA);
  await appendFile(join(dataDir, 'erased.ndjson'), `{"userId":"0d9c`);
  expect(await list.all()).toEqual([ANA]);
  await list.add(BO);
  expect(await list.all()).toEqual([ANA, BO]);
  expect((await lines()).filter((line) => line.includes(BO))).toHaveLength(1);
});
