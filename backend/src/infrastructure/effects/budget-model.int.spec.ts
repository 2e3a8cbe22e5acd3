import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { Budgets, type BudgetRequest, PAUSE, type TokenWait } from './budgets.ts';
import { DatabaseClock } from '../database/database-clock.ts';

const MINUTE = 60_000_000;
const micro = (millis: number): number => Math.round(millis * 1000);
/** Rounds up, so that an instant is never a fraction of a millisecond too early. */
const millis = (micros: number): number => Math.ceil(micros / 1000);
const iso = (micros: number): string => new Date(millis(micros)).toISOString();

/** The decisions of `Budgets`, in memory and at a given time; docs/scale.md has the results. Instants are microseconds, as in the database. */
class BudgetModel {
  readonly #fullAt = new Map<string, number>();
  readonly #reservations = new Map<string, number>();

  /** As `Budgets.take`. @param at milliseconds since 1970 */
  take({ caller, buckets, pauses }: BudgetRequest, latest: number, at: number): TokenWait | null {
    const now = micro(at);
    const pausedTo = this.#pauseEnd(pauses, now);
    const reserved = this.#reservationOf(caller, now);
    if (pausedTo !== null) return { at: iso(Math.max(pausedTo, reserved ?? 0)), short: PAUSE };
    if (reserved !== null) {
      if (reserved > now) return { at: iso(reserved), short: null };
      this.#reservations.delete(caller);
      return null;
    }
    const tokens = buckets.map(({ name, every, span }) => {
      const full = Math.max(this.#fullAt.get(name) ?? now, now) + micro(every);
      this.#fullAt.set(name, full);
      return { name, at: full - micro(span) };
    });
    const last = tokens.reduce((one, other) => (other.at > one.at ? other : one), { name: '', at: now });
    if (last.at <= now) return null;
    if (last.at <= micro(latest)) this.#reservations.set(caller, last.at);
    if (millis(last.at) > latest) this.giveBack({ buckets });
    return { at: iso(last.at), short: last.name };
  }

  /** As `Budgets.pausedUntil`. */
  pausedUntil(pauses: readonly string[], at: number): string | null {
    const pausedTo = this.#pauseEnd(pauses, micro(at));
    return pausedTo === null ? null : iso(pausedTo);
  }

  /** As `Budgets.pause`. */
  pause(pause: string, until: string): void {
    this.#fullAt.set(pause, Math.max(this.#fullAt.get(pause) ?? 0, micro(Date.parse(until))));
  }

  /** As `Budgets.giveBack`. */
  giveBack({ buckets }: Pick<BudgetRequest, 'buckets'>): void {
    for (const { name, every } of buckets) {
      const full = this.#fullAt.get(name);
      if (full !== undefined) this.#fullAt.set(name, full - micro(every));
    }
  }

  #pauseEnd(pauses: readonly string[], now: number): number | null {
    const until = Math.max(...pauses.map((pause) => this.#fullAt.get(pause) ?? 0));
    return until > now ? until : null;
  }

  #reservationOf(caller: string, now: number): number | null {
    const at = this.#reservations.get(caller);
    return at !== undefined && at > now - MINUTE ? at : null;
  }
}

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

/** The app has three buckets, of one second and a third of a second; an account has five calls in two seconds. */
const TOKEN_BUCKETS = [
  { name: 'app/posts', every: 333.333, span: 1000 },
  { name: 'app/day', every: 1000, span: 3000 },
  { name: 'one/posts', every: 400, span: 2000 },
] as const;

const bucketsOf = fc.subarray([...TOKEN_BUCKETS], { minLength: 1 });
const pausesOf = fc.subarray(['one', 'app'], { minLength: 1 });
const wish: fc.Arbitrary<BudgetRequest> = fc.record({
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

/** Takes one step in the model and in the database. Fails if their results differ. */
async function compareStep(model: BudgetModel, what: Step): Promise<void> {
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

it('decides as the SQL of budgets does, after any sequence of calls, pauses, returned tokens and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      await database.pool.query('truncate effects.bucket, effects.turn');
      clock.time = START;
      const model = new BudgetModel();
      for (const each of steps) await compareStep(model, each);
    }),
    { numRuns: RUNS, seed: 20261122 },
  );
}, 120_000);
