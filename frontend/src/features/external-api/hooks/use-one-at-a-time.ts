import { useRef } from 'react';

/** What is given to it is not begun while the last is under way: two taps come before a button has changed. */
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
