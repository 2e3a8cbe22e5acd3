type Beat = { readonly length: number; readonly ticks: Set<() => void>; nextAt: number };

/** Keyed by the milliseconds between two ticks. */
const beats = new Map<number, Beat>();
/** Spreads the ticks of processes that were started together. */
const JITTER = 0.9 + Math.random() * 0.2;
/** The milliseconds by which a timer may fire early. */
const EARLY = 1;
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `tick` regularly, at multiples of its interval. Ticks of the same moment are called in one turn, so they can share a statement.
 * @param every milliseconds; the real interval differs by up to 10 %
 * @returns a function that ends the ticks
 */
export function onEachTick(every: number, tick: () => void): () => void {
  const length = every * JITTER;
  const beat = beats.get(every) ?? {
    length,
    ticks: new Set(),
    nextAt: multipleAfter(performance.now(), length),
  };
  beats.set(every, beat);
  beat.ticks.add(tick);
  setTimer();
  return () => {
    beat.ticks.delete(tick);
    if (beat.ticks.size > 0 || beats.get(every) !== beat) return;
    beats.delete(every);
    setTimer();
  };
}

const multipleAfter = (at: number, length: number): number => (Math.floor(at / length) + 1) * length;

function setTimer(): void {
  clearTimeout(timer);
  if (beats.size === 0) return;
  const next = Math.min(...[...beats.values()].map(({ nextAt }) => nextAt));
  timer = setTimeout(tickAll, Math.min(LONGEST, Math.max(1, next - performance.now())));
}

/** The longest time that a timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

function tickAll(): void {
  const now = performance.now() + EARLY;
  const due = [...beats.values()].filter(({ nextAt }) => nextAt <= now);
  for (const beat of due) beat.nextAt = multipleAfter(now, beat.length);
  setTimer();
  for (const { ticks } of due) for (const tick of ticks) tick();
}
