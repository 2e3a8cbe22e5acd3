import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';

const DAY = 86_400_000;

/** Platforms that charge for what is read there. */
const CHARGING = ['twitter'] as const satisfies readonly Platform[];
type ChargingPlatform = (typeof CHARGING)[number];
type Amount = Readonly<{ platform: Platform; value: number }>;

/**
 * What reading comments may cost the operator in a day of UTC, in US dollars. What a call costs is known when it is answered, so the
 * calls that are on their way when a budget is reached go over it by what they return. All processes share it.
 */
@Injectable()
export class ReadingBudget {
  readonly #logger = new Logger('inbox');
  readonly #budgets: Readonly<Record<ChargingPlatform, number>>;

  constructor(
    private readonly pool: Pool,
    private readonly clock: DatabaseClock,
    { xDailyBudgetUsd }: Configuration,
  ) {
    this.#budgets = { twitter: xDailyBudgetUsd };
  }

  /** Whether reading there costs money and none may be spent. */
  isUnset(platform: Platform): boolean {
    return this.#of(platform) === 0;
  }

  /** ISO instant of the next midnight (UTC) when the budget of today is used up; null: there is some left, or none is needed. */
  async usedUpUntil(platform: Platform): Promise<string | null> {
    const budget = this.#of(platform);
    if (budget === null) return null;
    const now = await this.clock.now();
    if ((await this.#spentOn(platform, now)) < budget) return null;
    return new Date(Math.floor(now.getTime() / DAY) * DAY + DAY).toISOString();
  }

  /** What the operator wants to spend on each platform that charges, in US dollars a day. */
  get budgets(): readonly Amount[] {
    return CHARGING.map((platform) => ({ platform, value: this.#budgets[platform] }));
  }

  /** US dollars that reading has cost today on each platform that charges. */
  async spentToday(): Promise<readonly Amount[]> {
    const now = await this.clock.now();
    return Promise.all(
      CHARGING.map(async (platform) => ({ platform, value: await this.#spentOn(platform, now) })),
    );
  }

  /** Adds to today's sum, and tells the operator when that reaches the budget. */
  async spend(platform: Platform, usd: number): Promise<void> {
    const budget = this.#of(platform);
    if (budget === null || usd === 0) return;
    const day = dayOf(await this.clock.now());
    const { rows } = await this.pool.query<{ spent: number }>(
      `insert into inbox.reading_cost as c (platform, day, usd) values ($1, $2, $3)
       on conflict (platform, day) do update set usd = c.usd + excluded.usd returning usd::float8 as spent`,
      [platform, day, usd],
    );
    const spent = rows[0]?.spent ?? 0;
    if (spent < budget) return;
    const { rowCount } = await this.pool.query(
      'update inbox.reading_cost set told_at = now() where platform = $1 and day = $2 and told_at is null',
      [platform, day],
    );
    if (rowCount === 1)
      this.#logger.error({
        msg: 'The budget for reading comments is used up: nothing is read there until midnight (UTC)',
        ...{ platform, budgetUsd: budget, spentUsd: spent },
      });
  }

  async #spentOn(platform: Platform, now: Date): Promise<number> {
    const { rows } = await this.pool.query<{ spent: number }>({
      name: 'reading-cost-of-day',
      text: 'select usd::float8 as spent from inbox.reading_cost where platform = $1 and day = $2',
      values: [platform, dayOf(now)],
    });
    return rows[0]?.spent ?? 0;
  }

  /** Null: reading there is free. */
  #of(platform: Platform): number | null {
    const charging = CHARGING.find((one) => one === platform);
    return charging === undefined ? null : this.#budgets[charging];
  }
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
