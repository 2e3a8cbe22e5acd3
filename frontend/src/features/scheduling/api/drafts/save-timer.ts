const PAUSE_MS = 1_000;
const LONGEST_DELAY_MS = 5_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/** Decides when a draft is saved. */
export class SaveTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first unsaved change; null: there is none. */
  private firstChangeAt: number | null = null;
  private retryDelay = FIRST_RETRY_MS;

  constructor(private readonly save: () => void) {}

  /** Saves a second after the last change, or five seconds after the first unsaved change. */
  plan(): void {
    const now = Date.now();
    this.firstChangeAt ??= now;
    this.saveIn(Math.max(0, Math.min(PAUSE_MS, this.firstChangeAt + LONGEST_DELAY_MS - now)));
  }

  /** Retries after a failure. The delay doubles with each failure, up to a minute. */
  planAgain(): void {
    this.saveIn(this.retryDelay);
    this.retryDelay = Math.min(2 * this.retryDelay, LONGEST_RETRY_MS);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  /** Forgets the time of the first change, because a save has begun or there is nothing to save. */
  begin(): void {
    this.firstChangeAt = null;
  }

  succeed(): void {
    this.retryDelay = FIRST_RETRY_MS;
  }

  private saveIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.save, ms);
  }
}
