import { eventStoreContract } from './contract-suite.ts';
import { InMemoryEventStore } from './in-memory-event-store.ts';

// The adapters share one log, like those of a real store. To close one adapter must not close the others.
const log = new InMemoryEventStore();
eventStoreContract(() => ({
  open: () => Promise.resolve(new InMemoryEventStore(log)),
  openEmpty: () => Promise.resolve(new InMemoryEventStore()),
}));
