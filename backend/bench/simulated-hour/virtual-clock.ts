/** Time that passes only when all that was to be done at an instant is done. Milliseconds since it began. */
export class VirtualClock {
  #now = 0;
  readonly #sleepers = new Map<number, (() => void)[]>();

  get now(): number {
    return this.#now;
  }

  /** Whole milliseconds, never too few. */
  sleep(millis: number): Promise<void> {
    const at = this.#now + Math.max(0, Math.ceil(millis));
    return new Promise((wake) => {
      const others = this.#sleepers.get(at);
      if (others) others.push(wake);
      else this.#sleepers.set(at, [wake]);
    });
  }

  /** Lets time pass, and all that sleeps do its work; what sleeps longer than until `end` is not woken. */
  async run(end: number): Promise<void> {
    for (; this.#now < end; this.#now += 1)
      for (let awake = this.#awake(); awake; awake = this.#awake()) {
        for (const wake of awake) wake();
        // Whatever they do goes on in promises alone: it is over when the event loop turns.
        await new Promise(setImmediate);
      }
  }

  #awake(): (() => void)[] | undefined {
    const awake = this.#sleepers.get(this.#now);
    this.#sleepers.delete(this.#now);
    return awake;
  }
}
