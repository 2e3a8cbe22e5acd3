import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

const HALF_A_MINUTE = 30_000;
/** Clock corrections and drift are smaller than this; the sleep of a machine is longer. */
const SLEEP_MS = 1_000;

/**
 * The database's time without a query for each call, so that workers whose clocks differ agree on what is due. It is measured against the monotonic
 * clock, so a step of the local wall clock does not change it.
 */
@Injectable()
export class DatabaseClock {
  #ahead: number | null = null;
  #measuredAt = 0;
  #wallAhead = 0;
  #measuring: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  /** Asks the database when the last answer is older than half a minute, or the machine has slept since. Concurrent callers share one query. */
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

  /** The time without a query; null before the first answer. */
  get latest(): Date | null {
    return this.#ahead === null ? null : new Date(performance.now() + this.#ahead);
  }

  /** Takes over a time that the database has just sent in another answer: now cannot be earlier. */
  heard(time: number): void {
    if (this.#ahead !== null) this.#ahead = Math.max(this.#ahead, time - performance.now());
  }

  /** The monotonic clock stands still while the machine sleeps; the wall clock does not. */
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
    // The earliest possible time: a worker may be late, never early.
    this.#ahead = time - answered;
    this.#measuredAt = asked;
    this.#wallAhead = wallAhead;
  }
}
