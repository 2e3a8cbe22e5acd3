/** How many times as long as a call was held up the next workers wait: the machine may get busier yet. */
const MORE = 3;

/**
 * How long calls are delayed on their way in a run, and how long its workers wait for late ones. A call that is delayed for longer than
 * that may be doubled by design, as its own spec shows. A run with such a call proves nothing about doubled posts.
 */
export class LateCalls {
  #longest = 0;
  #overdue = 0;
  #waits: number;

  /** @param waits milliseconds that workers wait at first */
  constructor(waits: number) {
    this.#waits = waits;
  }

  /** Milliseconds that workers which start now are to wait. */
  get waits(): number {
    return this.#waits;
  }

  /** Milliseconds for which a call was held up at most. */
  get longest(): number {
    return this.#longest;
  }

  /** How often a call was held up for longer than workers waited for it. */
  get overdue(): number {
    return this.#overdue;
  }

  /** @param millis for which a call has, or may have, been held up */
  heldUp(millis: number): void {
    this.#longest = Math.max(this.#longest, millis);
    if (millis > this.#waits) this.#overdue += 1;
    this.#waits = Math.max(this.#waits, MORE * millis);
  }
}
