import type { QueryClient } from '@tanstack/react-query';

/** With more changed items, the whole lists reload. */
const SINGLE_LOADS_MAX = 10;

type Loaders<How> = Readonly<{
  /** Loads one item. Must not reject: an item that fails to load stays unchanged until its next change. */
  one: (queryClient: QueryClient, id: number, how: How) => Promise<void>;
  /** Reloads the whole lists. */
  lists: (queryClient: QueryClient) => Promise<void>;
}>;

/**
 * Returns a function that loads changed items. Changes that arrive while a request runs wait for the next request, because the response
 * may be older than the change.
 */
export function askForChanged<How>({ one, lists }: Loaders<How>) {
  const stateByClient = new WeakMap<QueryClient, { waiting: Map<number, How>; isRunning: boolean }>();
  return async (queryClient: QueryClient, changed: Iterable<readonly [number, How]>): Promise<void> => {
    const state = stateByClient.get(queryClient) ?? { waiting: new Map<number, How>(), isRunning: false };
    stateByClient.set(queryClient, state);
    for (const [id, how] of changed) state.waiting.set(id, how);
    if (state.isRunning) return;
    state.isRunning = true;
    try {
      while (state.waiting.size > 0) {
        const batch = [...state.waiting];
        state.waiting.clear();
        if (batch.length > SINGLE_LOADS_MAX) await lists(queryClient);
        else await Promise.all(batch.map(([id, how]) => one(queryClient, id, how)));
      }
    } finally {
      state.isRunning = false;
    }
  };
}
