import type { QueryClient } from '@tanstack/react-query';

/** Above this number of changed items, the lists are loaded again as a whole. */
const AT_ONCE = 10;

type Asking<How> = Readonly<{
  /** Never rejects: an item that fails to load stays unchanged until its next change. */
  one: (queryClient: QueryClient, id: number, how: How) => Promise<void>;
  lists: (queryClient: QueryClient) => Promise<void>;
}>;

/** Loads single items that have changed. Changes that arrive during a request wait for the next one, because its answer may be older. */
export function askForChanged<How>({ one, lists }: Asking<How>) {
  const asking = new WeakMap<QueryClient, { wanted: Map<number, How>; isRunning: boolean }>();
  return async (queryClient: QueryClient, changed: Iterable<readonly [number, How]>): Promise<void> => {
    const state = asking.get(queryClient) ?? { wanted: new Map<number, How>(), isRunning: false };
    asking.set(queryClient, state);
    for (const [id, how] of changed) state.wanted.set(id, how);
    if (state.isRunning) return;
    state.isRunning = true;
    try {
      while (state.wanted.size > 0) {
        const now = [...state.wanted];
        state.wanted.clear();
        if (now.length > AT_ONCE) await lists(queryClient);
        else await Promise.all(now.map(([id, how]) => one(queryClient, id, how)));
      }
    } finally {
      state.isRunning = false;
    }
  };
}
