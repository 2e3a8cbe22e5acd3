import { createContext, useContext, useSyncExternalStore } from 'react';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  listeners.forEach((listener) => {
    listener();
  });
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

const current = (): number => now;

/** A fixed time (milliseconds since 1970) for all components inside; null: the system clock. */
export const StoppedClock = createContext<number | null>(null);

/** Returns the current time (milliseconds since 1970), updated every half minute. All components share one timer. */
export function useNow(): number {
  const stopped = useContext(StoppedClock);
  const running = useSyncExternalStore(subscribe, current, current);
  return stopped ?? running;
}
