import { Clock } from '#infrastructure/clock.ts';

/** A clock that specs can advance, instead of waiting for a platform. */
export class MovingClock extends Clock {
  #ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  advanceTo(instant: Date): void {
    this.#ahead += Math.max(0, instant.getTime() - this.now().getTime());
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
