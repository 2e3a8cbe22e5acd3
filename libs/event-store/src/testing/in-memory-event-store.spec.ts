import { eventStoreContract } from './contract-suite.ts';
import { InMemoryEventStore } from './in-memory-event-store.ts';

// Adapters of a real store share one log; closing one adapter must not close the others.
const log = new InMemoryEventStore();
eventStoreContract(() => ({
  open: () => Promise.resolve(new InMemoryEventStore(log)),
  openEmpty: () => Promise.resolve(new InMemoryEventStore()),
}));
