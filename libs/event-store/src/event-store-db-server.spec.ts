import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { eventStoreContract } from './testing/contract-suite.ts';
import { HAS_REAL_SERVER, startTestServer, type TestServer } from './testing/test-server.ts';

const url = process.env['EVENTSTORE_URL'];
const MARK = 'contract-suite-';

// The same cases on the real server. Cases that need injected faults run only on the double.
(HAS_REAL_SERVER ? describe : describe.skip)(
  HAS_REAL_SERVER
    ? 'the contract, on servers started for it'
    : 'the contract, on servers started for it (EVENTSTORE_TEST_COMMAND is not set)',
  () => {
    const servers: TestServer[] = [];
    const openStore = async (server: TestServer) => {
      const store = new EventStoreDbStore(server.url, { deadlineMs: 30_000 });
      await store.identify();
      return store;
    };
    const startServer = async () => {
      const server = await startTestServer();
      servers.push(server);
      return server;
    };
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(async () => {
      for (const each of servers) await each.close();
    });
    eventStoreContract(() => ({
      open: () => openStore(server),
      openEmpty: async () => openStore(await startServer()),
    }));
  },
);

(url ? describe : describe.skip)(
  url ? 'the contract, on a server in use' : 'the contract, on a server in use (EVENTSTORE_URL is not set)',
  () => {
    eventStoreContract(
      () => ({
        open: async () => {
          const store = new EventStoreDbStore(url ?? '', { deadlineMs: 30_000 });
          const logId = await store.identify(`${MARK}${randomUUID()}`);
          if (logId.startsWith(MARK)) return store;
          await store.close();
          throw new Error(
            'EVENTSTORE_URL leads to the log of an installation; the suite does not write to such logs',
          );
        },
      }),
      { hasEmptyLogs: false },
    );
  },
);
