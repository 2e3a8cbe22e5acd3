import { Injectable } from '@nestjs/common';

const WINDOW_MS = 60_000;
/** Calls are counted by parts of the window, so the cost of a count does not grow with the number of calls. */
const PART_MS = 1_000;
const LEAST_CALLS = 20;
const OPEN_MS = 30_000;
/** Milliseconds within which a caller that `remainingCooldown` let through must begin its call. */
const PASS_MS = 5_000;
/** Users choose servers freely, so the number of remembered circuits is limited. */
const CIRCUITS_MAX = 1_000;

/** The server has failed too often recently, so calls to it are blocked for a while. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
  constructor(
    key: string,
    readonly waitMs: number,
  ) {
    super(`${key} fails too often and is left alone for ${String(Math.ceil(waitMs / 1000))} s`);
  }
}

/** The calls that ended in one part of the window, with the part's number. */
type Part = { part: number; calls: number; failures: number };
type Circuit = {
  parts: Part[];
  openUntil: number | null;
  trial: boolean;
  passUntil: number;
};

/**
 * One circuit for each server. It opens when at least half of 20 or more calls within a minute failed. After half a minute, it lets one call through.
 * Circuits are in memory: each process counts for itself, and a restart clears its counts.
 */
@Injectable()
export class Breaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #now: () => number;

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs a call through the circuit of `key`. `judge.failed`: whether a result is a failure. `judge.counts`: whether an error is one.
   * @throws BreakerOpen
   */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    judge: Readonly<{ failed: (result: Result) => boolean; counts: (error: unknown) => boolean }>,
  ): Promise<Result> {
    const circuit = this.#enter(key);
    try {
      const result = await work();
      this.#note(key, circuit, judge.failed(result));
      return result;
    } catch (error) {
      if (judge.counts(error)) this.#note(key, circuit, true);
      else circuit.trial = false;
      throw error;
    }
  }

  /** Milliseconds until the server may be called again; 0: now. After the pause it lets one caller through at a time. */
  remainingCooldown(key: string): number {
    const circuit = this.#circuits.get(key);
    if (!circuit || circuit.openUntil === null) return 0;
    const now = this.#now();
    const remaining = Math.max(circuit.openUntil, circuit.passUntil) - now;
    if (remaining > 0) return remaining;
    if (circuit.trial) return OPEN_MS;
    circuit.passUntil = now + PASS_MS;
    return 0;
  }

  #enter(key: string): Circuit {
    const now = this.#now();
    const circuit = this.#circuits.get(key) ?? { parts: [], openUntil: null, trial: false, passUntil: 0 };
    if (circuit.openUntil !== null) {
      if (now < circuit.openUntil) throw new BreakerOpen(key, circuit.openUntil - now);
      if (circuit.trial) throw new BreakerOpen(key, OPEN_MS);
      circuit.trial = true;
    }
    if (this.#circuits.size >= CIRCUITS_MAX) this.#forget(now);
    this.#circuits.set(key, circuit);
    return circuit;
  }

  #forget(now: number): void {
    for (const [key, { parts, openUntil }] of this.#circuits) {
      const isQuiet = openUntil === null && (parts.at(-1)?.part ?? 0) < partOf(now - WINDOW_MS);
      if (isQuiet) this.#circuits.delete(key);
    }
  }

  #note(key: string, circuit: Circuit, failed: boolean): void {
    const now = this.#now();
    if (circuit.openUntil !== null) {
      // Calls that began before the circuit opened do not show how the host is now.
      if (!circuit.trial) return;
      circuit.trial = false;
      if (failed) circuit.openUntil = now + OPEN_MS;
      else this.#circuits.delete(key);
      return;
    }
    const { calls, failures } = count(circuit.parts, now, failed);
    if (calls >= LEAST_CALLS && failures * 2 >= calls) {
      circuit.openUntil = now + OPEN_MS;
      circuit.parts = [];
    }
  }
}

const partOf = (at: number): number => Math.floor(at / PART_MS);

/**
 * Adds one call and drops parts older than the window.
 * @returns the counts within the window
 */
function count(parts: Part[], now: number, failed: boolean): Pick<Part, 'calls' | 'failures'> {
  const newest = parts.at(-1);
  const part = partOf(now);
  const current = newest?.part === part ? newest : { part, calls: 0, failures: 0 };
  if (current !== newest) parts.push(current);
  current.calls += 1;
  if (failed) current.failures += 1;
  while (parts[0] && parts[0].part <= partOf(now - WINDOW_MS)) parts.shift();
  const sum = { calls: 0, failures: 0 };
  for (const { calls, failures } of parts) {
    sum.calls += calls;
    sum.failures += failures;
  }
  return sum;
}
