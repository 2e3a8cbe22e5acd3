import { useSyncExternalStore } from 'react';

let since: number | null = null;
const listeners = new Set<() => void>();

/** Sets the time at which live updates stopped (milliseconds); null: they work. */
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

/** The time at which live updates stopped (milliseconds); null: they work, or have not failed yet. */
export const useCutSince = (): number | null => useSyncExternalStore(subscribe, () => since);
