import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ClusterFolder } from './cluster-folder.ts';
import { overTcp, removeSocketLocks, socketFolder, socketQuery, usesSocket } from './server-socket.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'socket-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));
const folder = (cluster: string) => ({ cluster }) as ClusterFolder;

it('uses the folder of the cluster if a server can listen there', async () => {
  expect(await socketFolder(folder(home), 5432)).toBe(home);
});

it('uses no socket where the path is too long, has special characters, or allows no socket', async () => {
  for (const cluster of [
    join(home, 'a'.repeat(90)),
    `${home},b`,
    `${home}"b`,
    join(home, 'missing'),
    '/proc',
  ])
    expect(await socketFolder(folder(cluster), 5432)).toBeNull();
});

it('adds no socket to an address whose path is too long, although a file is there', async () => {
  const long = join(home, 'a'.repeat(90));
  await mkdir(long);
  await writeFile(join(long, '.s.PGSQL.5432'), '');
  expect(socketQuery(folder(long), 5432)).toBe('');
});

it('finds the address over TCP', () => {
  const address = 'postgres://posthorn:secret@127.0.0.1:5432/posthorn';
  expect(usesSocket(`${address}?host=%2Fdata`)).toBe(true);
  expect(overTcp(`${address}?host=%2Fdata`)).toBe(address);
  expect([usesSocket(address), overTcp(address)]).toEqual([false, address]);
});

it('adds the socket to an address only while its file exists, and keeps the socket of a killed server', async () => {
  expect(socketQuery(folder(home), 5432)).toBe('');
  await writeFile(join(home, '.s.PGSQL.5432'), '');
  expect(socketQuery(folder(home), 5432)).toBe(`?host=${encodeURIComponent(home)}`);
  expect(socketQuery(folder(home), 5433)).toBe('');
  await writeFile(join(home, '.s.PGSQL.5432.lock'), '');
  removeSocketLocks(folder(home));
  expect(await readdir(home)).toEqual(['.s.PGSQL.5432']);
  expect(await socketFolder(folder(home), 5432)).toBe(home);
});
