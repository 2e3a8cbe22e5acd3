/** A multiple of the first wait: long enough for a loaded server, and short enough that people soon see an error. */
const LONGEST = 4;

/**
 * How long to wait for an answer, in milliseconds. It doubles when an answer is late, so that requests to a server that is slow after an outage
 * do not start again for ever. A prompt answer makes it short again.
 */
export class GrowingDeadline {
  readonly #shortest: number;
  #now: number;

  constructor(shortest: number) {
    this.#shortest = shortest;
    this.#now = shortest;
  }

  get milliseconds(): number {
    return this.#now;
  }

  /** @param waited the deadline of the call. Calls that were late together count once. */
  missed(waited: number): void {
    this.#now = Math.max(this.#now, Math.min(2 * waited, LONGEST * this.#shortest));
  }

  /** @param took milliseconds until the answer began */
  met(took: number): void {
    if (took < this.#shortest / 2) this.#now = this.#shortest;
  }
}
