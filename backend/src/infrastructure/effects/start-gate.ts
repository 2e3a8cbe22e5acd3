import type { Logger } from '@nestjs/common';
import { currentLane, FairQueue } from '#infrastructure/database/fair-queue.ts';

/** The limit of a new process, which does not know yet how much its log and database can handle. */
const FIRST_LIMIT = 8;
/** The highest limit: the number of slots of all platforms together. */
const MAX_LIMIT = 384;
/** The least number of slots of a platform, even if the log is slow. With fewer, a few hanging calls would occupy all slots. */
const LEAST_SLOTS = 4;
/** Shares of the time within which a call must have begun. A longer start is slow, a shorter one is quick. */
const SLOW = 1 / 2;
const QUICK = 1 / 10;

/** `start`: from an intent to its call. This must not take long, so `start` has priority over `load`. */
type Stage = 'load' | 'start';
/** How one attempt began, in milliseconds. `isLate`: so late that its call was not made. */
type Started = Readonly<{ took: number; within: number; enteredAt: number; isLate: boolean }>;

/**
 * Limits how many effects of this process use our own log and database at a time. It covers loading, and the time from an intent
 * to its call. An effect that waits for this gate has no intent yet, so the wait cannot make its call late. Calls to platforms do not count.
 * A slow start halves the limit. Quick starts double it until the first slow one; from then on they add one at a time.
 */
export class StartGate {
  readonly #starting = new FairQueue<() => void>();
  readonly #loading = new FairQueue<() => void>();
  #admitted = 0;
  #limit = FIRST_LIMIT;
  #quick = 0;
  #wasSlow = false;
  #halvedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  get limit(): number {
    return this.#limit;
  }

  /** How many slots of each platform this process may use. Other workers claim the rest. */
  get slots(): number {
    return this.#wasSlow ? Math.max(LEAST_SLOTS, this.#limit) : Number.POSITIVE_INFINITY;
  }

  async admit<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(stage);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  noteStart({ took, within, enteredAt, isLate }: Started): void {
    if (isLate || took > within * SLOW) this.#halve(enteredAt);
    else if (took <= within * QUICK) this.#grow();
  }

  /** Attempts that began before the last halving give no new information. */
  #halve(enteredAt: number): void {
    if (enteredAt <= this.#halvedAt) return;
    this.#halvedAt = performance.now();
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#quick = 0;
    this.#wasSlow = true;
    this.logger.warn({
      msg: 'Attempts start too slowly; from now on fewer start at the same time',
      limit: this.#limit,
    });
  }

  #grow(): void {
    this.#quick += 1;
    if (this.#quick < this.#limit || this.#limit === MAX_LIMIT) return;
    this.#quick = 0;
    this.#limit = Math.min(MAX_LIMIT, this.#wasSlow ? this.#limit + 1 : this.#limit * 2);
    this.#admitWaiting();
  }

  async #enter(stage: Stage): Promise<void> {
    if (this.#admitted < this.#limit) {
      this.#admitted += 1;
      return;
    }
    const waiting = stage === 'start' ? this.#starting : this.#loading;
    await new Promise<void>((resolve) => {
      waiting.add(currentLane(), resolve);
    });
  }

  #leave(): void {
    this.#admitted -= 1;
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    while (this.#admitted < this.#limit) {
      const next = this.#starting.take() ?? this.#loading.take();
      if (!next) return;
      this.#admitted += 1;
      next();
    }
  }
}
