/** Lets readers wait until there is new work. A signal between two waits is not lost: see `heard`. */
export class WakeUp {
  #rings = 0;
  readonly #sleepers = new Set<() => void>();

  /** The number of signals until now. Read it before you look for work, and pass it to `sleep`. */
  get heard(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings += 1;
    for (const wake of [...this.#sleepers]) wake();
  }

  /**
   * Resolves at the next signal, after `atMost` ms, or when `signal` aborts. Resolves immediately when a signal came after `heard` was
   * read.
   */
  sleep(heard: number, signal: AbortSignal, atMost?: number): Promise<void> {
    if (heard !== this.#rings || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = atMost === undefined ? undefined : setTimeout(wake, atMost);
      signal.addEventListener('abort', wake, { once: true });
      this.#sleepers.add(wake);
    });
  }
}
