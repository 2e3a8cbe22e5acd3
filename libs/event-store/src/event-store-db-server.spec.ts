import { randomUUID } from 'node:crypto';
import { describe } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { eventStoreContract } from './testing/contract-suite.ts';

const url = process.env['EVENTSTORE_URL'];
const MARK = 'contract-suite-';

// The same cases against the server that will be run. Those that need its faults or an empty log stay with the double.
(url ? describe : describe.skip)(
  url ? 'the contract, on a real server' : 'the contract, on a real server (EVENTSTORE_URL is not set)',
  () => {
    eventStoreContract(
      () => ({
        open: async () => {
          const store = new EventStoreDbStore(url ?? '');
          const logId = await store.identify(`${MARK}${randomUUID()}`);
          if (logId.startsWith(MARK)) return store;
          await store.close();
          throw new Error(
            'EVENTSTORE_URL leads to the log of an installation; the suite writes to none of those',
          );
        },
      }),
      { hasEmptyLogs: false },
    );
  },
);
