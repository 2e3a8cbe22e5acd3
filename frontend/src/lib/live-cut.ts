import { useSyncExternalStore } from 'react';

let since: number | null = null;
let back = 0;
const listeners = new Set<() => void>();

/** Sets the time at which live updates stopped (milliseconds); null: they work. */
export function noteCut(at: number | null): void {
  if (since !== null && at === null) back += 1;
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

/** How often live updates have come back. Then the server answers again. */
export const timesBack = (): number => back;
export const useTimesBack = (): number => useSyncExternalStore(subscribe, timesBack);
