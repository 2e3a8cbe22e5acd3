import type { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';

/** Fails once, after the log has stored the next event of this type, like a process that ends at this point. */
export function failAfter(store: InMemoryEventStore, type: string): void {
  const append = store.append.bind(store);
  store.append = async (...asked) => {
    const stored = await append(...asked);
    if (!asked[1].some((event) => event.type === type)) return stored;
    store.append = append;
    throw new Error(`ended after ${type}`);
  };
}
