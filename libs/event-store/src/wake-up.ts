/** Lets readers sleep until there is something new. A ring between two sleeps is not lost: see `heard`. */
export class WakeUp {
  #rings = 0;
  readonly #sleepers = new Set<() => void>();

  /** The argument for `sleep`: read it before looking for work. */
  get heard(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings += 1;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Resolves at the next ring, at once when one came after `heard`, after `atMost` ms, or when the signal aborts. */
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
