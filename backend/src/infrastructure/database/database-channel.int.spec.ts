import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { PostgresChannel } from './database-channel.ts';

let database: Database;
let channel: PostgresChannel;
beforeEach(async () => {
  database = await openTestDatabase();
  channel = new PostgresChannel(database.url, database.pool);
});
afterEach(async () => {
  await channel.close();
  await database.close();
});

const startListening = (name: string) =>
  new Promise<void>((resolve) => {
    channel.listen(name, () => undefined, resolve);
  });

it('reports when it listens to a channel, even when the channel is added after the connection', async () => {
  await startListening('early');
  expect(channel.isListening).toBe(true);
  await startListening('late');
  const received = new Promise<string>((resolve) => {
    channel.listen('late', resolve);
  });
  await channel.notify('late', 'hello');
  expect(await received).toBe('hello');
});
