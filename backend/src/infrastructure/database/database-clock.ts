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

  /** Queries the database when the last measurement is older than half a minute, or the machine has slept since. Concurrent callers share one query. */
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

  /** The time without a query; null before the first measurement. */
  get latest(): Date | null {
    return this.#ahead === null ? null : new Date(performance.now() + this.#ahead);
  }

  /** Corrects this clock with a time that another query has just returned. The current time cannot be earlier. */
  heard(time: number): void {
    if (this.#ahead !== null) this.#ahead = Math.max(this.#ahead, time - performance.now());
  }

  /** The monotonic clock stands still while the machine sleeps; the wall clock does not. */
  #hasSlept(): boolean {
    return Math.abs(Date.now() - performance.now() - this.#wallAhead) > SLEEP_MS;
  }

  async #measure(): Promise<void> {
    const sentAt = performance.now();
    const wallAhead = Date.now() - sentAt;
    const { rows } = await this.pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    const receivedAt = performance.now();
    const time = rows[0]?.now;
    if (time === undefined) return;
    // Takes the earliest possible time, because a worker may be late but never early.
    this.#ahead = time - receivedAt;
    this.#measuredAt = sentAt;
    this.#wallAhead = wallAhead;
  }
}
