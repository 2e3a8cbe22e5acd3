import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ReadingMoney, type MoneyTaken } from '#modules/integrations/ports/reading-money.ts';

const DAY = 86_400_000;

/** Platforms that charge for what is read there. */
const CHARGING = ['twitter'] as const satisfies readonly Platform[];
type ChargingPlatform = (typeof CHARGING)[number];
/** What figures may have of a day's money; the rest is left for comments. */
const PART_OF_FIGURES = 0.5;
type Amount = Readonly<{ platform: Platform; value: number }>;

/**
 * What reading comments and figures may cost the operator in a day of UTC, in US dollars. What a call for comments costs is known when it
 * is answered, so those that are on their way when a budget is reached go over it by what they return; looks at figures are paid for
 * before, and never go over it. All processes share it.
 */
@Injectable()
export class ReadingBudget extends ReadingMoney {
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
    return midnightAfter(now);
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
    await this.#tellIfUsedUp(platform, day, budget, rows[0]?.spent ?? 0);
  }

  /** Takes money for as many of the looks that are `wanted` as fit, whoever else takes some meanwhile. */
  async takeForFigures(platform: Platform, usdEach: number, wanted: number): Promise<MoneyTaken> {
    const [now, budget] = [await this.clock.now(), this.#of(platform)];
    const [day, isUnset] = [dayOf(now), budget === 0];
    if (budget === null || usdEach === 0) return { taken: wanted, day, isUnset: false, usedUpUntil: null };
    if (isUnset) return { taken: 0, day, isUnset, usedUpUntil: null };
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
      [platform, day, wanted, budget, usdEach, PART_OF_FIGURES],
    );
    const { taken, spent } = rows[0] ?? { taken: 0, spent: 0 };
    await this.#tellIfUsedUp(platform, day, budget, spent);
    return { taken, day, isUnset, usedUpUntil: taken < wanted ? midnightAfter(now) : null };
  }

  /** @param day of which it was taken: another one may have begun since */
  async giveBack(platform: Platform, day: string, usd: number): Promise<void> {
    await this.pool.query(
      `update inbox.reading_cost set usd = greatest(0, usd - $3), figures_usd = greatest(0, figures_usd - $3)
       where platform = $1 and day = $2`,
      [platform, day, usd],
    );
  }

  async #tellIfUsedUp(platform: Platform, day: string, budget: number, spent: number): Promise<void> {
    if (spent < budget) return;
    const { rowCount } = await this.pool.query(
      'update inbox.reading_cost set told_at = now() where platform = $1 and day = $2 and told_at is null',
      [platform, day],
    );
    if (rowCount === 1)
      this.#logger.error({
        msg: 'The budget for reading comments is used up: nothing is read there until midnight (UTC)',
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

  /** Null: reading there is free. */
  #of(platform: Platform): number | null {
    const charging = CHARGING.find((one) => one === platform);
    return charging === undefined ? null : this.#budgets[charging];
  }
}

const midnightAfter = (now: Date): string =>
  new Date(Math.floor(now.getTime() / DAY) * DAY + DAY).toISOString();
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
