/**
 * The longest deadline, as a multiple of the shortest. It is long enough for a loaded server, and short enough that people soon see an
 * error.
 */
const LONGEST = 4;

/**
 * How long to wait for a response, in milliseconds. The deadline doubles when a response is late. Otherwise calls to a server that is slow
 * after an outage would time out and start again for ever. A prompt response makes the deadline short again.
 */
export class GrowingDeadline {
  readonly #shortest: number;
  #current: number;

  constructor(shortest: number) {
    this.#shortest = shortest;
    this.#current = shortest;
  }

  get milliseconds(): number {
    return this.#current;
  }

  /** @param waited the deadline of the call. Calls that were late together count once. */
  missed(waited: number): void {
    this.#current = Math.max(this.#current, Math.min(2 * waited, LONGEST * this.#shortest));
  }

  /** @param took milliseconds until the response began */
  met(took: number): void {
    if (took < this.#shortest / 2) this.#current = this.#shortest;
  }
}
