import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { PaidReadBudget } from '#modules/integrations/ports/paid-read-budget.ts';
import { InboxModule } from '../../inbox.module.ts';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { portsImplementedBy } from '../../testing/ports-implemented-by.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';

const USD = 0.005;
let logged: unknown[] = [];
let product: Booted;
beforeAll(async () => {
  product = await boot([InboxModule, AiNeighbours, portsImplementedBy()], {
    database: true,
    env: { X_DAILY_BUDGET_USD: '1.00' },
  });
  const keep = (line: unknown) => void logged.push(line);
  Logger.overrideLogger({ log: keep, warn: keep, error: keep });
}, 60_000);
afterAll(async () => {
  Logger.overrideLogger(false);
  await product.close();
});
beforeEach(async () => {
  logged = [];
  await product.app.get(Pool).query('delete from inbox.reading_cost');
});

const take = (requested: number, usdEach = USD) =>
  product.app.get(PaidReadBudget).reserve('twitter', usdEach, requested);
const giveBack = (day: string, usd: number) => product.app.get(PaidReadBudget).giveBack('twitter', day, usd);
const spendOnComments = (usd: number) => product.app.get(ReadingBudget).spend('twitter', usd);
const sums = async () =>
  (
    await product.app
      .get(Pool)
      .query<object>(
        'select usd::float8 as usd, figures_usd::float8 as figures from inbox.reading_cost order by day',
      )
  ).rows;
const alarms = () => logged.filter((line) => JSON.stringify(line).includes('is used up')).length;

it('never exceeds the budget share of metrics, however many requests take from it concurrently', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(7)));
  expect(taken.reduce((sum, each) => sum + each.reads, 0)).toBe(100);
  expect(await sums()).toEqual([{ usd: 0.5, figures: 0.5 }]);
  expect(taken.filter((each) => each.reads === 7).every(({ usedUpUntil }) => usedUpUntil === null)).toBe(
    true,
  );
  expect(await take(1)).toMatchObject({
    reads: 0,
    isUnset: false,
    usedUpUntil: expect.stringMatching(/T00:00:00.000Z$/u),
  });
  // The other half is for comments.
  expect(await product.app.get(ReadingBudget).usedUpUntil('twitter')).toBeNull();
  expect(alarms()).toBe(0);
});
it('takes at most the part of the daily budget that comments leave, and reports the end of the budget to the operator once', async () => {
  await spendOnComments(0.985);
  expect(await take(7)).toMatchObject({ reads: 3, isUnset: false });
  expect(await take(7)).toMatchObject({ reads: 0 });
  expect(await sums()).toEqual([{ usd: 1, figures: 0.015 }]);
  expect(await product.app.get(ReadingBudget).usedUpUntil('twitter')).not.toBeNull();
  expect(alarms()).toBe(1);
});
it('returns unused money to the day from which it was taken', async () => {
  const { day } = await take(100);
  expect(await take(1)).toMatchObject({ reads: 0 });
  await giveBack(day, 2 * USD);
  expect(await take(3)).toMatchObject({ reads: 2, day });
  await giveBack('2030-01-01', 1);
  expect(await sums()).toEqual([{ usd: 0.5, figures: 0.5 }]);
});
it('allows calls that need no budget, and does not count them', async () => {
  const { app } = product;
  expect(await app.get(PaidReadBudget).reserve('mastodon', USD, 4)).toMatchObject({
    reads: 4,
    isUnset: false,
    usedUpUntil: null,
  });
  expect(await take(4, 0)).toMatchObject({ reads: 4 });
  expect(await sums()).toEqual([]);
});
