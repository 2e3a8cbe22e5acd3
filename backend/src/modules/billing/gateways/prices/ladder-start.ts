import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';

/** Returns the first day of the price ladder: `PREMIUM_SINCE`, or else the day of the product's first start. */
@Injectable()
export class LadderStart implements OnApplicationBootstrap {
  #stored: string | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // A process without roles runs a command of the operator, which does not count as the first start.
    if (this.configuration.roles.size === 0) return;
    await this.day(this.clock.now()).catch((error: unknown) => {
      new Logger('billing').warn({
        msg: 'The first day of the price ladder was not stored at the start; the next request for the price stores it',
        err: error,
      });
    });
  }

  /** Returns the day as ISO text, for example `2026-11-01`. */
  async day(now: Date): Promise<string> {
    return (
      this.configuration.premiumSince ??
      (this.#stored ??= await this.#storeOnce(now.toISOString().slice(0, 10)))
    );
  }

  /** Stores the day in a row that all processes share. If the row exists, returns the stored day. */
  async #storeOnce(today: string): Promise<string> {
    const { rows } = await this.pool.query<{ day: string }>(
      `with fresh as (
         insert into billing.ladder_start (id, day) values (1, $1::date) on conflict do nothing returning day
       ) select day::text as day from fresh union all select day::text from billing.ladder_start limit 1`,
      [today],
    );
    return rows[0]?.day ?? today;
  }
}
