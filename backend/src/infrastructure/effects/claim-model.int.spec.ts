import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import type { FreeSlots } from './slots.ts';
import { WorkTable } from './work-table.ts';
import { WINDOW_PER_SLOT } from './claim-sql.ts';

/** The parts of a due row that a claim uses. */
type Claimable = Readonly<{ ownerId: string; server: string }>;
type Placed<Row> = Readonly<{ row: Row; rank: number; order: number }>;

/**
 * Returns what `claimSql` claims on one platform, decided without a database; docs/scale.md has the results.
 * @param ripe due and unclaimed rows of that platform, by due time and key
 * @param mostPerServer as in the options of the table
 * @returns the claimed rows, in their order
 */
function claimFairly<Row extends Claimable>(
  ripe: Iterable<Row>,
  slots: FreeSlots,
  mostPerServer = Number.POSITIVE_INFINITY,
): Row[] {
  const { free, owners, servers } = slots;
  const first = ranked(windowOf(ripe, slots, mostPerServer), owners)
    .sort(byRank)
    .slice(0, free);
  // Ranks are counted again among the chosen rows, by age.
  const taken = ranked(
    first.sort((one, other) => one.order - other.order).map(({ row }) => row),
    owners,
  ).sort(byRank);
  const serverRanks = new Map<string, number>();
  return taken.flatMap(({ row, rank }, index) => {
    const serverRank = (serverRanks.get(row.server) ?? servers[row.server] ?? 0) + 1;
    serverRanks.set(row.server, serverRank);
    const left = free - index;
    return rank <= left && (row.server === '' || serverRank <= Math.min(left, mostPerServer)) ? [row] : [];
  });
}

/** The oldest rows whose owners and servers may have more claimed rows. */
function windowOf<Row extends Claimable>(
  ripe: Iterable<Row>,
  { free, owners, servers }: FreeSlots,
  mostPerServer: number,
): Row[] {
  const window: Row[] = [];
  for (const row of ripe) {
    if (window.length === free * WINDOW_PER_SLOT) break;
    if ((owners[row.ownerId] ?? 0) < free && (servers[row.server] ?? 0) < Math.min(free, mostPerServer))
      window.push(row);
  }
  return window;
}

/** Numbers each owner's rows by age, starting after the rows that the owner has claimed already. */
function ranked<Row extends Claimable>(
  rows: readonly Row[],
  claimed: Readonly<Record<string, number>>,
): Placed<Row>[] {
  const ranks = new Map<string, number>();
  return rows.map((row, order) => {
    const rank = (ranks.get(row.ownerId) ?? claimed[row.ownerId] ?? 0) + 1;
    ranks.set(row.ownerId, rank);
    return { row, rank, order };
  });
}

/** Each owner's first row before any second row; by age within the same rank. */
const byRank = (one: Placed<unknown>, other: Placed<unknown>): number =>
  one.rank - other.rank || one.order - other.order;

type Task = Readonly<{ id: number; ownerId: string; server: string; age: number; held: boolean }>;

const PLATFORM = 'post';
const RUNS = 250;

let database: Database;
const tableOf = (most?: number) =>
  new WorkTable<Readonly<{ id: number }>>(database.pool, new DatabaseClock(database.pool), {
    kind: `task-${String(most)}`,
    table: 'effects.task',
    columns: { id: 'int' },
    key: ['id'],
    lease: 60_000,
    server: { join: '', sql: 'due.server', ...(most !== undefined && { most }) },
  });
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`create table effects.task (id int primary key, owner_id text not null,
    platform text not null, server text not null, due_at timestamptz not null,
    lease_owner text, lease_until timestamptz)`);
}, 60_000);
afterAll(() => database.close());

const name = fc.constantFrom('ana', 'bob', 'cyd', 'dot');
const server = fc.constantFrom('', 'a.test', 'b.test');
const held = (names: fc.Arbitrary<string>) => fc.dictionary(names, fc.integer({ min: 1, max: 12 }));
/** Seconds since it was due; negative when it is not due yet. There are few values, so that keys decide the order too. */
const age = fc.integer({ min: -2, max: 8 });
const task = fc.record({ ownerId: name, server, age, held: fc.boolean() });
/** More rows of one owner than a claim reads, and rows of others behind them. */
const crowd = fc
  .tuple(fc.integer({ min: 0, max: 300 }), fc.array(task, { maxLength: 40 }))
  .map(([size, others]) => [
    ...Array.from({ length: size }, () => ({ ownerId: 'hog', server: 'a.test', age: 9, held: false })),
    ...others,
  ]);
const slots = fc.record({
  platform: fc.constant(PLATFORM),
  free: fc.integer({ min: 1, max: 32 }),
  owners: held(fc.constantFrom('ana', 'bob', 'hog')),
  servers: held(fc.constantFrom('a.test', 'b.test')),
});

async function claimedBySql(tasks: readonly Task[], free: FreeSlots, most?: number): Promise<number[]> {
  await database.pool.query('truncate effects.task');
  await database.pool.query(
    `insert into effects.task select t.id, t.owner, $1, t.server, now() - make_interval(secs => t.age),
       case when t.held then 'somebody' end, case when t.held then now() + interval '1 hour' end
     from unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::bool[]) as t(id, owner, server, age, held)`,
    [
      PLATFORM,
      tasks.map(({ id }) => id),
      tasks.map(({ ownerId }) => ownerId),
      tasks.map((each) => each.server),
      tasks.map((each) => each.age),
      tasks.map((each) => each.held),
    ],
  );
  return (await tableOf(most).claim([free])).map(({ id }) => id);
}

const claimedByModel = (tasks: readonly Task[], free: FreeSlots, most?: number): number[] => {
  const ripe = tasks
    .filter((each) => each.age >= 0 && !each.held)
    .sort((one, other) => other.age - one.age || one.id - other.id);
  return claimFairly(ripe, free, most).map(({ id }) => id);
};

it('claims the same rows in the same order as the SQL, for any order of owners and any leased rows', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, slots, async (rows, free) => {
      const tasks = rows.map((row, id) => ({ ...row, id }));
      expect(claimedByModel(tasks, free)).toEqual(await claimedBySql(tasks, free));
    }),
    { numRuns: RUNS, seed: 20261122 },
  );
}, 120_000);

it('claims the same rows as the SQL if a server has a limit on simultaneous rows', async () => {
  const most = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(crowd, slots, most, async (rows, free, perServer) => {
      const tasks = rows.map((row, id) => ({ ...row, id }));
      const claimed = await claimedBySql(tasks, free, perServer);
      expect(claimedByModel(tasks, free, perServer)).toEqual(claimed);
      const servers = claimed.map((id) => tasks[id]?.server).filter((each) => each === 'b.test');
      expect(servers.length).toBeLessThanOrEqual(perServer);
    }),
    { numRuns: RUNS, seed: 20261126 },
  );
}, 120_000);
