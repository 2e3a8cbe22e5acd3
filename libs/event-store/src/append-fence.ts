import { performance } from 'node:perf_hooks';
import { AmbiguousError, LogSealedError, type Closure } from '@posthorn/event-sourcing/event-store';

/** How long, in milliseconds, a check of the seal stays valid. */
const TRUSTED_MS = 1000;

/**
 * Keeps appends out of a sealed log when the server itself knows no seals. Each append requires a check of the seal that is at most a
 * second old. A process that seals the log waits for `settleMs`. After this wait, that process finds every append that was confirmed. The
 * fence compares only durations on one clock.
 */
export class AppendFence {
  readonly #closure: () => Promise<Closure | null>;
  readonly #appendMs: number;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;

  /** @param appendMs the longest that an append may take */
  constructor(closure: () => Promise<Closure | null>, appendMs: number) {
    this.#closure = closure;
    this.#appendMs = appendMs;
  }

  /** Milliseconds after a seal until every append that passed the check has ended. */
  get settleMs(): number {
    return TRUSTED_MS + this.#appendMs;
  }

  /**
   * Runs one append.
   * @throws LogSealedError, and the errors of reading
   */
  async runUnlessSealed<Result>(append: () => Promise<Result>): Promise<Result> {
    if (performance.now() - this.#checkedAt > TRUSTED_MS) await this.#checkSeal();
    const checkedAt = this.#checkedAt;
    try {
      const result = await append();
      // This process may have been paused during the append. A process that sealed the log in the meantime may have missed the append.
      if (performance.now() - checkedAt > this.settleMs && (await this.#closure()) !== null)
        throw new AmbiguousError('The log was sealed while this was on its way');
      return result;
    } catch (error) {
      // The next append may reach another node, which may know of a seal.
      this.#checkedAt = -Infinity;
      throw error;
    }
  }

  #checkSeal(): Promise<void> {
    const began = performance.now();
    return (this.#checking ??= this.#closure()
      .then((closure) => {
        if (closure === null) this.#checkedAt = began;
        else throw new LogSealedError(`The log takes no events: ${closure}`);
      })
      .finally(() => (this.#checking = undefined)));
  }
}
