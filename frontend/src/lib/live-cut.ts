import { useSyncExternalStore } from 'react';

let since: number | null = null;
let reconnects = 0;
const listeners = new Set<() => void>();

/** Sets the time when live updates stopped (milliseconds since 1970); null: they work again. */
export function noteDisconnected(at: number | null): void {
  if (since !== null && at === null) reconnects += 1;
  since = at;
  listeners.forEach((listener) => {
    listener();
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Returns the time when live updates stopped (milliseconds since 1970); null: they work, or have not failed yet. */
export const useDisconnectedSince = (): number | null => useSyncExternalStore(subscribe, () => since);

/** Returns the number of times that live updates have come back, which shows that the server is reachable again. */
export const reconnectCount = (): number => reconnects;
export const useReconnectCount = (): number => useSyncExternalStore(subscribe, reconnectCount);
