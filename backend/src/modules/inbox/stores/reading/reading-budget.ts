import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PaidReadBudget, type ReservedReads } from '#modules/integrations/ports/paid-read-budget.ts';

/** Platforms that charge for reading. */
const CHARGING = ['twitter'] as const satisfies readonly Platform[];
type ChargingPlatform = (typeof CHARGING)[number];
/** The maximum share of the daily budget for metrics. */
const METRICS_SHARE_MAX = 0.5;
type Amount = Readonly<{ platform: Platform; value: number }>;

/**
 * The operator's daily budget for reading comments and metrics (UTC days), in US dollars. All processes share this budget.
 * The cost of a call for comments is known only after the call, so parallel calls may exceed the budget. Calls for metrics reserve their
 * cost before, and never exceed the budget.
 */
@Injectable()
export class ReadingBudget extends PaidReadBudget {
  readonly #logger = new Logger('inbox');
  readonly #budgets: Readonly<Record<ChargingPlatform, number>>;

  constructor(
    private readonly pool: Pool,
    private readonly clock: DatabaseClock,
    { xDailyBudgetUsd }: Configuration,
  ) {
    super();
    this.#budgets = { twitter: xDailyBudgetUsd };
  }

  /** Returns true if reading costs money on this platform and the operator has set no budget. */
  isUnset(platform: Platform): boolean {
    return this.#budgetOf(platform) === 0;
  }

  /** If today's budget is used up: the ISO time of the next midnight (UTC). Null: money is left, or reading is free. */
  async usedUpUntil(platform: Platform): Promise<string | null> {
    const budget = this.#budgetOf(platform);
    if (budget === null) return null;
    const now = await this.clock.now();
    if ((await this.#spentOn(platform, now)) < budget) return null;
    return midnightAfter(now);
  }

  /** The operator's budget for each platform that charges, in US dollars a day. */
  get budgets(): readonly Amount[] {
    return CHARGING.map((platform) => ({ platform, value: this.#budgets[platform] }));
  }

  /** Returns the cost of readings today on each platform that charges, in US dollars. */
  async spentToday(): Promise<readonly Amount[]> {
    const now = await this.clock.now();
    return Promise.all(
      CHARGING.map(async (platform) => ({ platform, value: await this.#spentOn(platform, now) })),
    );
  }

  /** Adds to the cost of today. Logs a warning when the cost reaches the budget. */
  async spend(platform: Platform, usd: number): Promise<void> {
    const budget = this.#budgetOf(platform);
    if (budget === null || usd === 0) return;
    const day = dayOf(await this.clock.now());
    const { rows } = await this.pool.query<{ spent: number }>(
      `insert into inbox.reading_cost as c (platform, day, usd) values ($1, $2, $3)
       on conflict (platform, day) do update set usd = c.usd + excluded.usd returning usd::float8 as spent`,
      [platform, day, usd],
    );
    await this.#reportIfUsedUp(platform, day, budget, rows[0]?.spent ?? 0);
  }

  /** Reserves money for at most `requested` calls: for as many as the budget allows. Parallel reservations do not exceed the budget. */
  async reserve(platform: Platform, usdEach: number, requested: number): Promise<ReservedReads> {
    const [now, budget] = [await this.clock.now(), this.#budgetOf(platform)];
    const [day, isUnset] = [dayOf(now), budget === 0];
    if (budget === null || usdEach === 0) return { reads: requested, day, isUnset: false, usedUpUntil: null };
    if (isUnset) return { reads: 0, day, isUnset, usedUpUntil: null };
    await this.pool.query(
      'insert into inbox.reading_cost (platform, day, usd) values ($1, $2, 0) on conflict do nothing',
      [platform, day],
    );
    const { rows } = await this.pool.query<{ taken: number; spent: number }>(
      `with held as materialized (
         select platform, day,
           greatest(0, least($3::int, div($4::numeric * $6::numeric - figures_usd, $5::numeric), div($4 - usd, $5)))::int as taken
         from inbox.reading_cost where platform = $1 and day = $2 for update)
       update inbox.reading_cost c set usd = usd + taken * $5, figures_usd = figures_usd + taken * $5
       from held where c.platform = held.platform and c.day = held.day returning taken, usd::float8 as spent`,
      [platform, day, requested, budget, usdEach, METRICS_SHARE_MAX],
    );
    const { taken, spent } = rows[0] ?? { taken: 0, spent: 0 };
    await this.#reportIfUsedUp(platform, day, budget, spent);
    return { reads: taken, day, isUnset, usedUpUntil: taken < requested ? midnightAfter(now) : null };
  }

  /** Returns reserved money. @param day the day of the reservation, because the next day may have begun in the meantime */
  async giveBack(platform: Platform, day: string, usd: number): Promise<void> {
    await this.pool.query(
      `update inbox.reading_cost set usd = greatest(0, usd - $3), figures_usd = greatest(0, figures_usd - $3)
       where platform = $1 and day = $2`,
      [platform, day, usd],
    );
  }

  async #reportIfUsedUp(platform: Platform, day: string, budget: number, spent: number): Promise<void> {
    if (spent < budget) return;
    const { rowCount } = await this.pool.query(
      'update inbox.reading_cost set told_at = now() where platform = $1 and day = $2 and told_at is null',
      [platform, day],
    );
    if (rowCount === 1)
      this.#logger.warn({
        msg: 'The daily budget for reading comments is used up; reading continues at midnight (UTC)',
        platform,
        budgetUsd: budget,
        spentUsd: spent,
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

  /** Null: reading is free on this platform. */
  #budgetOf(platform: Platform): number | null {
    const charging = CHARGING.find((one) => one === platform);
    return charging === undefined ? null : this.#budgets[charging];
  }
}

const midnightAfter = (now: Date): string =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS).toISOString();
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
