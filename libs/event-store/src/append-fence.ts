import { performance } from 'node:perf_hooks';
import { AmbiguousError, LogSealedError, type Closure } from '@posthorn/event-sourcing/event-store';

/** How long a read of the seal stays valid. */
const TRUSTED_MS = 1000;

/**
 * Keeps appends out of a sealed log when the server knows no seals. Each append requires a check of the seal that is at most a second old.
 * The process that seals waits for `settles`. After that, no append is confirmed that it does not find. Only durations on one clock are
 * compared.
 */
export class AppendFence {
  readonly #closure: () => Promise<Closure | null>;
  readonly #append: number;
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;

  /** @param appendMs the longest that an append may take */
  constructor(closure: () => Promise<Closure | null>, appendMs: number) {
    this.#closure = closure;
    this.#append = appendMs;
  }

  /** Milliseconds after a seal until every append that passed the check has ended. */
  get settles(): number {
    return TRUSTED_MS + this.#append;
  }

  /**
   * Runs one append.
   * @throws LogSealedError, and the errors of reading
   */
  async around<Result>(append: () => Promise<Result>): Promise<Result> {
    if (performance.now() - this.#lookedAt > TRUSTED_MS) await this.#look();
    const lookedAt = this.#lookedAt;
    try {
      const result = await append();
      // A process that was paused in between is too late: a seal since then may have missed this append.
      if (performance.now() - lookedAt > this.settles && (await this.#closure()) !== null)
        throw new AmbiguousError('The log was sealed while this was on its way');
      return result;
    } catch (error) {
      // The next append may reach another node, which may know of a seal.
      this.#lookedAt = -Infinity;
      throw error;
    }
  }

  #look(): Promise<void> {
    const began = performance.now();
    return (this.#looking ??= this.#closure()
      .then((closure) => {
        if (closure === null) this.#lookedAt = began;
        else throw new LogSealedError(`The log takes no events: ${closure}`);
      })
      .finally(() => (this.#looking = undefined)));
  }
}
