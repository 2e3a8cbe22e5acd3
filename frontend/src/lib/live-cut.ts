import { useSyncExternalStore } from 'react';

let since: number | null = null;
const listeners = new Set<() => void>();

/** Live updates are cut off since then (milliseconds); null: they are there. */
export function noteCut(at: number | null): void {
  since = at;
  listeners.forEach((tell) => {
    tell();
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Null while the screen hears of changes by itself, or is not known to miss any. */
export const useCutSince = (): number | null => useSyncExternalStore(subscribe, () => since);
