import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { Budgets, type Wish } from './budgets.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import { BudgetModel } from './testing/budget-model.ts';

const RUNS = 100;
const START = Date.parse('2026-11-21T12:00:00.000Z');

/** The database's time, set by hand. */
class SetClock extends DatabaseClock {
  time = START;
  override now(): Promise<Date> {
    return Promise.resolve(new Date(this.time));
  }
}

let database: Database;
let clock: SetClock;
let budgets: Budgets;
beforeAll(async () => {
  database = await openTestDatabase();
  clock = new SetClock(database.pool);
  budgets = new Budgets(database.pool, clock);
}, 60_000);
afterAll(() => database.close());

/** Three at once for the app, of a second and a third of one; an account has five in two seconds. */
const BUCKETS = [
  { name: 'app/posts', every: 333.333, span: 1000 },
  { name: 'app/day', every: 1000, span: 3000 },
  { name: 'one/posts', every: 400, span: 2000 },
] as const;

const bucketsOf = fc.subarray([...BUCKETS], { minLength: 1 });
const pausesOf = fc.subarray(['one', 'app'], { minLength: 1 });
const wish: fc.Arbitrary<Wish> = fc.record({
  caller: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  buckets: bucketsOf,
  pauses: pausesOf,
});
const wait = fc.integer({ min: 0, max: 2500 });
const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('take'), wish, latest: wait }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause'), pauses: pausesOf, wait }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give-back'), buckets: bucketsOf }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look'), pauses: pausesOf }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass'), wait }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass'), wait: fc.constant(61_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One step in both. Fails where their answers differ. */
async function together(model: BudgetModel, what: Step): Promise<void> {
  const now = clock.time;
  if ('wish' in what) {
    const modelled = model.take(what.wish, now + what.latest, now);
    expect(modelled).toEqual(await budgets.take(what.wish, new Date(now + what.latest)));
  } else if ('buckets' in what) {
    model.giveBack(what);
    await budgets.giveBack(what.buckets);
  } else if (!('pauses' in what)) {
    clock.time += what.wait;
  } else if ('wait' in what) {
    const until = new Date(now + what.wait).toISOString();
    const [pause = 'app'] = what.pauses;
    model.pause(pause, until);
    await budgets.pause(pause, until);
  } else {
    expect(model.pausedUntil(what.pauses, now)).toBe(await budgets.pausedUntil(what.pauses));
  }
}

it('answers what the SQL of budgets answers, after any story of calls, pauses, tokens given back and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      await database.pool.query('truncate effects.bucket, effects.turn');
      clock.time = START;
      const model = new BudgetModel();
      for (const each of steps) await together(model, each);
    }),
    { numRuns: RUNS, seed: 20261122 },
  );
}, 120_000);
