import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { isDatabaseDown } from './database-down.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'no-server-'));
});
afterEach(() => rm(folder, { recursive: true }));

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

it('counts a server without a socket as down', async () => {
  const client = new Client({ host: folder, port: 5432, user: 'posthorn', database: 'posthorn' });
  const error: unknown = await client.connect().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' });
  expect(isDatabaseDown(error)).toBe(true);
});

it('counts a socket whose queue is full as down, but not a missing file', () => {
  expect(isDatabaseDown(failed('EAGAIN', 'connect'))).toBe(true);
  expect(isDatabaseDown(failed('ECONNREFUSED', 'connect'))).toBe(true);
  expect(isDatabaseDown(failed('ENOENT', 'open'))).toBe(false);
  expect(isDatabaseDown(failed('EAGAIN', 'read'))).toBe(false);
});
