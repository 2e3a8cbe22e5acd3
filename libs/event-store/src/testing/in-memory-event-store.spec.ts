import { eventStoreContract } from './contract-suite.ts';
import { InMemoryEventStore } from './in-memory-event-store.ts';

// One log, as every adapter of a real store sees the same one; closing one adapter must not close the others.
const log = new InMemoryEventStore();
eventStoreContract(() => ({
  open: () => Promise.resolve(new InMemoryEventStore(log)),
  openEmpty: () => Promise.resolve(new InMemoryEventStore()),
}));
