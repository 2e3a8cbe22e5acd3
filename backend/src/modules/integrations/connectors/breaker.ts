import { Injectable } from '@nestjs/common';

const WINDOW_MS = 60_000;
const LEAST_CALLS = 20;
const OPEN_MS = 30_000;
/** Whoever was let through when it was asked for has so long to begin. */
const PASS_MS = 5_000;
/** Users name servers freely; those that were asked once need not be remembered for ever. */
const CIRCUITS_MAX = 1_000;

/** The server has failed too often lately; it is left alone for a while. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
  constructor(
    key: string,
    readonly waitMs: number,
  ) {
    super(`${key} fails too often and is left alone for ${String(Math.ceil(waitMs / 1000))} s`);
  }
}

type Circuit = {
  calls: { at: number; failed: boolean }[];
  openUntil: number | null;
  trial: boolean;
  passUntil: number;
};

/**
 * One circuit for each server of each platform: opens when half of at least 20 calls within a minute failed, and lets
 * one call through after half a minute. In memory: each process learns for itself, and forgets on restart.
 */
@Injectable()
export class Breaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #now: () => number;

  /** `now`: milliseconds that never go back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `failed` judges what came back; what it throws counts as failed, unless `counts` says otherwise. @throws BreakerOpen */
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

  /**
   * Milliseconds for which the server is left alone yet; 0: a call may be made now. When the pause is over, one of those who
   * ask is let through at a time.
   */
  restOf(key: string): number {
    const circuit = this.#circuits.get(key);
    if (!circuit || circuit.openUntil === null) return 0;
    const now = this.#now();
    const rest = Math.max(circuit.openUntil, circuit.passUntil) - now;
    if (rest > 0) return rest;
    if (circuit.trial) return OPEN_MS;
    circuit.passUntil = now + PASS_MS;
    return 0;
  }

  #enter(key: string): Circuit {
    const now = this.#now();
    const circuit = this.#circuits.get(key) ?? { calls: [], openUntil: null, trial: false, passUntil: 0 };
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
    for (const [key, { calls, openUntil }] of this.#circuits) {
      const isQuiet = openUntil === null && (calls.at(-1)?.at ?? 0) < now - WINDOW_MS;
      if (isQuiet) this.#circuits.delete(key);
    }
  }

  #note(key: string, circuit: Circuit, failed: boolean): void {
    const now = this.#now();
    if (circuit.openUntil !== null) {
      // Calls that began before it opened prove nothing about now.
      if (!circuit.trial) return;
      circuit.trial = false;
      if (failed) circuit.openUntil = now + OPEN_MS;
      else this.#circuits.delete(key);
      return;
    }
    circuit.calls = [...circuit.calls.filter(({ at }) => at > now - WINDOW_MS), { at: now, failed }];
    const failures = circuit.calls.filter((call) => call.failed).length;
    if (circuit.calls.length >= LEAST_CALLS && failures * 2 >= circuit.calls.length) {
      circuit.openUntil = now + OPEN_MS;
      circuit.calls = [];
    }
  }
}
