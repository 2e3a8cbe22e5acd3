import { useRef } from 'react';

/** Returns a function that ignores a call while the previous call runs. A user may tap twice before a button changes. */
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
