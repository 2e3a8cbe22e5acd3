import { Clock } from '../clock.ts';

/** A clock that stands still until it is set. */
export class FixedClock extends Clock {
  #time: Date;

  constructor(time: Date) {
    super();
    this.#time = time;
  }

  override now(): Date {
    return new Date(this.#time);
  }

  set(time: Date): void {
    this.#time = time;
  }

  advance(milliseconds: number): void {
    this.#time = new Date(this.#time.getTime() + milliseconds);
  }
}
