import { useRef } from 'react';

/** Ignores a call while the previous one runs, because a user can tap twice before a button changes. */
export function useOneAtATime(): (run: () => Promise<unknown>) => void {
  const isBusy = useRef(false);
  return (run) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void run().finally(() => {
      isBusy.current = false;
    });
  };
}
