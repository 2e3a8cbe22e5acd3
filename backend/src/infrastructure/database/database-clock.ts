import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

const HALF_A_MINUTE = 30_000;
/** Clocks are set and drift by less; a machine that sleeps sleeps longer. */
const SLEEP_MS = 1_000;

/**
 * The database's time without asking it each time: workers whose own clocks differ agree on what is due. Measured
 * against the monotonic clock, so that a step of the local wall clock does not move it.
 */
@Injectable()
export class DatabaseClock {
  #ahead: number | null = null;
  #measuredAt = 0;
  #wallAhead = 0;
  #measuring: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Asks the database when the last answer is older than half a minute, or the machine has slept since; once for all who ask
   * meanwhile.
   */
  async now(): Promise<Date> {
    const isOld = performance.now() - this.#measuredAt > HALF_A_MINUTE;
    if (this.#ahead === null || isOld || this.#hasSlept()) {
      this.#measuring ??= this.#measure().finally(() => {
        this.#measuring = undefined;
      });
      await this.#measuring;
    }
    return new Date(performance.now() + (this.#ahead ?? 0));
  }

  /** The same without asking; null before the first answer. */
  get latest(): Date | null {
    return this.#ahead === null ? null : new Date(performance.now() + this.#ahead);
  }

  /** The database has just told its time in another answer: it cannot be earlier than that. */
  heard(time: number): void {
    if (this.#ahead !== null) this.#ahead = Math.max(this.#ahead, time - performance.now());
  }

  /** The monotonic clock stands still while the machine sleeps, and the wall clock does not. */
  #hasSlept(): boolean {
    return Math.abs(Date.now() - performance.now() - this.#wallAhead) > SLEEP_MS;
  }

  async #measure(): Promise<void> {
    const asked = performance.now();
    const wallAhead = Date.now() - asked;
    const { rows } = await this.pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    const answered = performance.now();
    const time = rows[0]?.now;
    if (time === undefined) return;
    // The earliest it can have been: a worker may be late, never early.
    this.#ahead = time - answered;
    this.#measuredAt = asked;
    this.#wallAhead = wallAhead;
  }
}
