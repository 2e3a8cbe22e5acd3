const QUIET_MS = 1_000;
const AT_MOST_MS = 5_000;
const AGAIN_MS = 5_000;
const AGAIN_AT_MOST_MS = 60_000;

/** Decides when a draft is saved. */
export class SaveTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first change that is not saved came. */
  private since: number | null = null;
  private wait = AGAIN_MS;

  constructor(private readonly save: () => void) {}

  /** Saves a second after the last key, and at most every five seconds while typing goes on. */
  plan(): void {
    const now = Date.now();
    this.since ??= now;
    this.saveIn(Math.max(0, Math.min(QUIET_MS, this.since + AT_MOST_MS - now)));
  }

  /** Saves again after a failure; each time it waits longer. */
  planAgain(): void {
    this.saveIn(this.wait);
    this.wait = Math.min(2 * this.wait, AGAIN_AT_MOST_MS);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  /** No change waits any more: a save has begun, or there is nothing to save. */
  begin(): void {
    this.since = null;
  }

  succeed(): void {
    this.wait = AGAIN_MS;
  }

  private saveIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.save, ms);
  }
}
