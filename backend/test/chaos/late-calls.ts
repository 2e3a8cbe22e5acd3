/** New workers wait this many times the longest delay, because the machine may get busier. */
const MARGIN = 3;

/**
 * How long calls are delayed in a run, and how long workers wait for late calls. By design, a call with a longer delay may publish a post
 * twice. So after such a call, a duplicate may be no fault of the product.
 */
export class LateCalls {
  #longest = 0;
  #overdue = 0;
  #waits: number;

  /** @param waits milliseconds that workers wait at first */
  constructor(waits: number) {
    this.#waits = waits;
  }

  /** How long workers that start now should wait, in milliseconds. */
  get waits(): number {
    return this.#waits;
  }

  /** The longest delay of a call, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  /** How many calls were delayed for longer than workers waited. */
  get overdue(): number {
    return this.#overdue;
  }

  /** @param millis how long a call was delayed, or may have been */
  noteDelay(millis: number): void {
    this.#longest = Math.max(this.#longest, millis);
    if (millis > this.#waits) this.#overdue += 1;
    this.#waits = Math.max(this.#waits, MARGIN * millis);
  }
}
