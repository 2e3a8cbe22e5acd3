type Ticking = Readonly<{ timer: NodeJS.Timeout; ticks: Set<() => void> }>;

/** By milliseconds between two ticks. */
const ticking = new Map<number, Ticking>();
/** Processes that were started together do not tick together. */
const JITTER = 0.9 + Math.random() * 0.2;

/**
 * Calls `tick` again and again. All that tick equally often in this process tick in the same turn, so that one statement can carry
 * what they ask the database.
 * @param every milliseconds, give or take 10 %
 * @returns a function that ends it
 */
export function onEachTick(every: number, tick: () => void): () => void {
  const { timer, ticks } = ticking.get(every) ?? start(every);
  ticks.add(tick);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0 || ticking.get(every)?.timer !== timer) return;
    clearInterval(timer);
    ticking.delete(every);
  };
}

function start(every: number): Ticking {
  const ticks = new Set<() => void>();
  const timer = setInterval(() => {
    for (const tick of ticks) tick();
  }, every * JITTER);
  const started = { timer, ticks };
  ticking.set(every, started);
  return started;
}
