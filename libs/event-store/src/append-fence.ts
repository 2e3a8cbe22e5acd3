import { performance } from 'node:perf_hooks';
import { AmbiguousError, LogSealedError, type Closure } from '@posthorn/event-sourcing/event-store';

/** What was read of the seal is trusted so long. */
const TRUSTED_MS = 1000;

/**
 * Keeps appends out of a log that was sealed, where the server knows no seal: each append follows a look at the seal that
 * is a second old at most. Whoever seals waits for `settles`, and from then on no append is said to have been stored that
 * he does not find. Durations alone are compared, of one clock each.
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

  /** Milliseconds after a seal until every append that was let through is over. */
  get settles(): number {
    return TRUSTED_MS + this.#append;
  }

  /**
   * Lets one append through.
   * @throws LogSealedError, and the errors of reading
   */
  async around<Result>(append: () => Promise<Result>): Promise<Result> {
    if (performance.now() - this.#lookedAt > TRUSTED_MS) await this.#look();
    const lookedAt = this.#lookedAt;
    try {
      const result = await append();
      // A process that was stopped in between has missed its time: whoever sealed meanwhile may not have found this.
      if (performance.now() - lookedAt > this.settles && (await this.#closure()) !== null)
        throw new AmbiguousError('The log was sealed while this was on its way');
      return result;
    } catch (error) {
      // The next one may go to another node, which may know of a seal.
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
