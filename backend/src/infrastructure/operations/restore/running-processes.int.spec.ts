import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '#infrastructure/database/database.ts';
import { session } from '#infrastructure/database/session.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { refuseWhileRunning } from './running-processes.ts';

let database: Database;
let readers: Client;
beforeEach(async () => {
  database = await openTestDatabase();
  readers = new Client(session(database.url, 'readers'));
  await readers.connect();
});
afterEach(async () => {
  await readers.end();
  await database.close();
});

it('refuses to continue while a process of the product is connected', async () => {
  await expect(refuseWhileRunning(database.pool)).rejects.toThrow(
    'Posthorn is running on this database: stop all its processes first.',
  );
}, 20_000);

it('continues when the session of an ended process closes a moment later', async () => {
  const refused = refuseWhileRunning(database.pool);
  await pause(300);
  await readers.end();
  await expect(refused).resolves.toBeUndefined();
});
