import { Clock } from '../clock.ts';

/** A clock that stands still until it is set. */
export class FixedClock extends Clock {
  #time: Date;
  #monotonic = 0;

  constructor(time: Date) {
    super();
    this.#time = time;
  }

  override now(): Date {
    return new Date(this.#time);
  }

  override monotonic(): number {
    return this.#monotonic;
  }

  /** Sets the time, as a person does. Time does not pass: `monotonic` stays. */
  set(time: Date): void {
    this.#time = time;
  }

  advance(milliseconds: number): void {
    this.#time = new Date(this.#time.getTime() + milliseconds);
    this.#monotonic += milliseconds;
  }
}
