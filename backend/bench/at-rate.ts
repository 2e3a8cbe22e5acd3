import { setTimeout as pause } from 'node:timers/promises';

/** Durations in milliseconds. */
export type Waits = Readonly<{ p50: number; p95: number; p99: number; count: number }>;

/**
 * Starts `work` this many times per second, whether or not earlier calls have ended. A wait counts from the time at which the work was due.
 * So a system that stalls cannot delay its own measurement.
 * @throws any error of `work`
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  work: (turn: number) => Promise<unknown>,
): Promise<Waits> {
  const waits: number[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const due = begin + (turn * 1000) / perSecond;
    const earlyMs = due - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    running.push(
      work(turn).then(() => {
        waits.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(running);
  return percentilesOf(waits);
}

/** Runs the work repeatedly, one call after another. */
export async function inTurn(times: number, work: (turn: number) => Promise<unknown>): Promise<Waits> {
  const waits: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    await work(turn);
    waits.push(performance.now() - begin);
  }
  return percentilesOf(waits);
}

/** Makes `count` calls in parallel lanes. Each lane makes its calls one after the other. */
export async function inBurst(count: number, lanes: number, work: () => Promise<unknown>): Promise<Waits> {
  const waits: number[] = [];
  await inParallel(Array.from({ length: count }), lanes, async () => {
    const begin = performance.now();
    await work();
    waits.push(performance.now() - begin);
  });
  return percentilesOf(waits);
}

export function percentilesOf(waits: readonly number[]): Waits {
  const sorted = [...waits].sort((one, other) => one - other);
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
  return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), count: sorted.length };
}

/** Runs `work` for all items, at most `lanes` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items.values();
  const lane = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export type Timed<Result> = Readonly<{
  result: Result;
  seconds: number;
  /** The processor time of this process. Other load has little influence on it. */
  processorSeconds: number;
}>;

/** Returns the result of the work, and how long the work took. */
export async function timed<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const begin = performance.now();
  const usedBefore = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(usedBefore);
  return { result, seconds: (performance.now() - begin) / 1000, processorSeconds: (user + system) / 1e6 };
}
