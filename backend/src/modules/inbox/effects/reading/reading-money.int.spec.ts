import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Global, Logger, Module } from '@nestjs/common';
import { Pool } from 'pg';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { InboxModule } from '../../inbox.module.ts';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { portsImplementedBy, QuietAccounts } from '../../testing/ports-implemented-by.ts';
import { InboxHousekeeping } from '../forget-comments.ts';
import { ReadingLoop } from './reading-loop.ts';
import { ResumePaidReading } from './resume-paid-reading.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import { SourceViews } from '../../stores/reading/source-views.ts';
import { Sources, UNLISTED } from '../../stores/reading/sources.ts';

const X = { accountId: 1, ownerId: 'ana', platform: 'twitter', server: null } as const;
const OTHER_X = { ...X, accountId: 2, ownerId: 'ben' } as const;
const BLUESKY = { ...X, accountId: 3, platform: 'bluesky' } as const;
/** The cost of one request for new comments, in US dollars. */
const COST = 0.3;

let asked: number[];
let isSimulated: boolean;
let logged: object[];
let product: Booted;

const comments = new QuietAccounts();
comments.wayOf = () =>
  Promise.resolve({ pace: { source: 'listing', fastest: 60 }, hasNews: true, isSimulated });
comments.news = ({ accountId, platform }) => {
  asked.push(accountId);
  const news = { kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: false } as const;
  return Promise.resolve(platform === 'twitter' ? { ...news, costUsd: COST } : news);
};
class Names {
  named = (ids: readonly number[]) => Promise.resolve(ids.map((id) => ({ id, accountName: 'ana' })));
}
@Global()
@Module({ providers: [{ provide: ConnectedAccounts, useClass: Names }], exports: [ConnectedAccounts] })
class NamesModule {}

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  const ports = portsImplementedBy(comments);
  product = await boot([InboxModule, AiNeighbours, NamesModule, ports], { database: true, env });
  const keep = (level: string) => (line: object) => void logged.push({ level, ...line });
  Logger.overrideLogger({ log: keep('log'), warn: keep('warn'), error: keep('error') });
}
beforeEach(() => {
  [asked, isSimulated, logged] = [[], false, []];
});
afterEach(async () => {
  Logger.overrideLogger(false);
  await product.close();
});

const sources = () => product.app.get(Sources);
const query = async <Row extends object>(text: string): Promise<Row[]> =>
  (await product.app.get(Pool).query<Row>(text)).rows;
const readAll = async () => {
  await query('update inbox.source set due_at = now(), not_before = null where due_at is not null');
  await product.app.get(ReadingLoop).round();
  return asked.splice(0).sort();
};
const rows = () =>
  query<{ trouble: string | null; words: string | null; untilMidnight: boolean }>(
    `select trouble, trouble_words as words, abs(extract(epoch from
         (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' - due_at)) < 5 as "untilMidnight"
     from inbox.source order by account_id`,
  );

it('does not read X without a budget, and stores the reason, but reads a simulated X', async () => {
  await start({});
  await sources().follow([X, BLUESKY]);
  expect(await readAll()).toEqual([3]);
  const words = 'Reading comments on X costs money; the operator has set no budget.';
  expect(await rows()).toMatchObject([{ trouble: 'no-budget', words }, { trouble: null }]);
  isSimulated = true;
  expect(await readAll()).toEqual([1, 3]);
  expect(await rows()).toMatchObject([{ trouble: null }, { trouble: null }]);
  expect(await query('select * from inbox.reading_cost')).toEqual([]);
});

it('reads X until the daily budget is used up, reports this once to the operator, and continues on other platforms', async () => {
  await start({ X_DAILY_BUDGET_USD: '0.60' });
  await sources().follow([X, OTHER_X, BLUESKY]);
  expect(await readAll()).toEqual([1, 2, 3]);
  expect(await readAll()).toEqual([3]);
  expect(await rows()).toEqual([
    { trouble: 'budget', words: null, untilMidnight: true },
    { trouble: 'budget', words: null, untilMidnight: true },
    { trouble: null, words: null, untilMidnight: false },
  ]);
  expect(await query('select platform, usd::float8 as usd from inbox.reading_cost')).toEqual([
    { platform: 'twitter', usd: 0.6 },
  ]);
  expect(logged.filter((line) => JSON.stringify(line).includes('budget'))).toMatchObject([
    { level: 'warn', platform: 'twitter', budgetUsd: 0.6, spentUsd: 0.6 },
  ]);
  // The budget of the next day is unused.
  await query(`update inbox.reading_cost set day = day - 1`);
  expect(await readAll()).toEqual([1, 2, 3]);
});

it('makes the accounts that wait for a budget due when the worker starts with a budget', async () => {
  await start({});
  await sources().follow([X, BLUESKY]);
  await query(
    `update inbox.source set due_at = now() + interval '6 hours', trouble = 'no-budget' where account_id = 1`,
  );
  await query(`update inbox.source set due_at = now() + interval '6 hours' where account_id = 3`);
  const resumeReading = (xDailyBudgetUsd: number) => {
    const { app } = product;
    const configuration = { roles: new Set(['worker']), xDailyBudgetUsd } as unknown as Configuration;
    const budget = new ReadingBudget(app.get(Pool), app.get(DatabaseClock), configuration);
    return new ResumePaidReading(configuration, sources(), budget);
  };
  await resumeReading(0).onApplicationBootstrap();
  expect(await query('select 1 from inbox.source where due_at <= now()')).toEqual([]);
  await resumeReading(5).onApplicationBootstrap();
  expect(await query('select account_id::int as id from inbox.source where due_at <= now()')).toEqual([
    { id: 1 },
  ]);
});

it('reads an account soon that a worker without this budget puts to rest during a deployment', async () => {
  await start({ X_DAILY_BUDGET_USD: '0.50' });
  await sources().follow([X]);
  const rest = async (trouble: string) => {
    await sources().noteTrouble(1, trouble, null);
    await query(`update inbox.source set due_at = now() + interval '6 hours', not_before = null`);
    await product.app.get(InboxHousekeeping).sweep();
    await product.app.get(ReadingLoop).round();
    return asked.splice(0);
  };
  expect(await rest('no-budget')).toEqual([1]);
  expect(await rest('budget')).toEqual([1]);
  // Two readings have used up the budget of this worker too.
  expect(await rest('budget')).toEqual([]);
  expect(await query('select 1 from inbox.source where due_at <= now()')).toEqual([]);
});

it('makes accounts due after a new post, but not those for which the operator has set no budget', async () => {
  await start({});
  await sources().follow([X, BLUESKY]);
  await readAll();
  await query(`update inbox.source set due_at = now() + interval '6 hours', not_before = null`);
  await sources().readAfterPost([1, 3]);
  expect(await query('select account_id::int as id from inbox.source where due_at <= now()')).toEqual([
    { id: 3 },
  ]);
});

it('shows users how the comments of each account are read, or why they are not read', async () => {
  await start({});
  await sources().follow([
    ...[
      X,
      BLUESKY,
      { ...X, accountId: 4, platform: 'mastodon' },
      { ...X, accountId: 5, platform: 'youtube' },
    ],
    ...[{ ...X, accountId: 6, platform: 'threads' }, { ...BLUESKY, accountId: 7 }, OTHER_X],
  ] as const);
  await sources().noteTrouble(1, 'budget', null);
  const unreadPart = { trouble: UNLISTED, words: 'Forbidden', isShown: false };
  await sources().noteRead({ accountId: 4, hintedAt: null }, true, unreadPart, 0);
  await sources().noteTrouble(5, 'not-readable', 'Reconnect this account in Settings to read its comments.');
  await sources().noteTrouble(6, 'rate-limit', 'Slow down');
  await sources().leave([7]);
  await query(`update inbox.source set due_at = now() - interval '11 minutes' where account_id = 3`);
  const views = await product.app.get(SourceViews).viewsOf('ana');
  expect(views.map(({ accountId, state, why }) => [accountId, state, why])).toEqual([
    [
      1,
      'waiting',
      'The operator’s daily budget for reading X is used up. Reading continues after midnight (UTC).',
    ],
    [3, 'behind', 'There are many comments to read right now.'],
    [4, 'behind', 'Mastodon does not report what is new on this account, so comments appear later.'],
    [5, 'off', 'It was connected without the permission to read comments.'],
    [6, 'waiting', 'The platform asks to wait.'],
  ]);
  expect(views.flatMap(({ accountId, mend }) => (mend ? [[accountId, mend]] : []))).toEqual([
    [5, 'reconnect'],
  ]);
  // A problem that users cannot solve is shown as a limit. A first refusal is not shown.
  expect(views.map(({ accountId, notice }) => [accountId, notice])).toEqual([
    ...[
      [1, 'limit'],
      [3, 'trouble'],
      [4, 'limit'],
      [5, 'trouble'],
    ],
    [6, null],
  ]);
  await sources().noteTrouble(6, 'rate-limit', 'Slow down');
  await sources().noteTrouble(6, 'rate-limit', 'Slow down');
  const after = await product.app.get(SourceViews).viewsOf('ana');
  expect(after.find(({ accountId }) => accountId === 6)?.notice).toBe('trouble');
  expect(views[2]).toMatchObject({
    platform: 'mastodon',
    accountName: 'ana',
    webhook: false,
    lastReadAt: expect.stringMatching(/Z$/u),
    nextReadAt: expect.stringMatching(/Z$/u),
  });
});

it('shows users for which accounts only comments under posts of Posthorn are read', async () => {
  await start({});
  const platforms = ['facebook', 'instagram', 'linkedin', 'mastodon'] as const;
  await sources().follow(platforms.map((platform, index) => ({ ...X, accountId: index + 1, platform })));
  await query('update inbox.source set trouble = null, due_at = now()');
  const views = await product.app.get(SourceViews).viewsOf('ana');
  const ownOnly = (platform: string) =>
    `Posthorn reads only comments on posts that you published here. Answer others on ${platform}.`;
  expect(views.map(({ platform, state, why, notice }) => [platform, state, why, notice])).toEqual([
    ['facebook', 'reading', ownOnly('Facebook'), 'limit'],
    ['instagram', 'reading', ownOnly('Instagram'), 'limit'],
    ['linkedin', 'reading', null, null],
    ['mastodon', 'reading', null, null],
  ]);
});
