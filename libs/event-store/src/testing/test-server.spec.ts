import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { EventStoreDbStore } from '../event-store-db.ts';
import { all, noted } from './noted.ts';
import { startTestServer } from './test-server.ts';

const DOUBLE = fileURLToPath(new URL('wire-double/main.ts', import.meta.url));
// The command may be any program that runs in the foreground and speaks the protocol.
const COMMAND = `${process.execPath} --no-warnings ${DOUBLE} --port {port} --journal {dir}/log.ndjson`;

it('runs a server with a command, keeps its events after a crash, and restores an older copy', async () => {
  const server = await startTestServer(COMMAND);
  expect(server.double).toBeNull();
  const store = new EventStoreDbStore(server.url);
  const restoreBackup = await server.backUp();
  await store.append('run-1', noted('run-1'), { expected: 'noStream' });
  await server.stop();
  await expect(all(store.readStream('run-1'))).rejects.toHaveProperty('name', 'RetryableError');
  await server.start();
  const again = new EventStoreDbStore(server.url);
  expect(await all(again.readStream('run-1'))).toHaveLength(1);
  await restoreBackup();
  const back = new EventStoreDbStore(server.url);
  expect(await all(back.readStream('run-1'))).toEqual([]);
  await Promise.all([store.close(), again.close(), back.close()]);
  await server.close();
});

it('reports the output of a command that does not start a server', async () => {
  await expect(startTestServer('echo the port {port} is taken; exit 3')).rejects.toThrow(
    /started no server that answers:\nthe port \d+ is taken/,
  );
});

it('starts the server without our test variables, which the server would read as options', async () => {
  const own = { EVENTSTORE_TEST_COMMAND: 'canary', EVENTSTORE_URL: 'canary', EVENTSTORE_MEM_DB: 'kept' };
  const before = { ...process.env };
  Object.assign(process.env, own);
  try {
    await expect(startTestServer('env | grep ^EVENTSTORE_; exit 3')).rejects.toThrow(
      /answers:\nEVENTSTORE_MEM_DB=kept\n$/,
    );
  } finally {
    for (const name of Object.keys(own)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  }
});

it('uses the double when no command is given', async () => {
  const server = await startTestServer('');
  expect(server.double?.url).toBe(server.url);
  await server.close();
});
