import { BoundedMap } from '../state/bounded-map.ts';

export type RateState = Readonly<{
  allowed: boolean;
  limit: number;
  remaining: number;
  resetAt: number;
  seconds: number;
}>;

/** Counts the points of each key in time windows of a fixed length. */
export class RateWindow {
  readonly #windows = new BoundedMap<string, { resetAt: number; used: number }>(10_000);
  readonly #now: () => number;
  readonly #limit: number;
  readonly #seconds: number;

  constructor(now: () => number, limit: number, seconds: number) {
    this.#now = now;
    this.#limit = limit;
    this.#seconds = seconds;
  }

  /** With `enforced` off, every window looks unused, so a client that reads the headers does not slow down. */
  take(key: string, points: number, enforced: boolean): RateState {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.resetAt <= now) {
      window = { resetAt: now + this.#seconds * 1000, used: 0 };
      this.#windows.set(key, window);
    }
    const allowed = !enforced || window.used + points <= this.#limit;
    if (allowed) window.used += points;
    const remaining = enforced ? Math.max(0, this.#limit - window.used) : this.#limit - points;
    return { allowed, limit: this.#limit, remaining, resetAt: window.resetAt, seconds: this.#seconds };
  }

  clear(): void {
    this.#windows.clear();
  }
}
