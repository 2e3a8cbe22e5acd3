import { WINDOW_PER_SLOT } from '../claim-sql.ts';
import type { FreeSlots } from '../slots.ts';

/** As much of a due row as a claim goes by. */
export type Claimable = Readonly<{ ownerId: string; server: string }>;
type Placed<Row> = Readonly<{ row: Row; rank: number; order: number }>;

/**
 * What `claimSql` takes up on one platform, decided without a database: for simulations. A spec compares the two.
 * @param ripe rows of that platform that are due and that nobody has claimed, by due time and key
 * @param mostPerServer as in the options of the table
 * @returns the rows to take up, in their order
 */
export function claimFairly<Row extends Claimable>(
  ripe: Iterable<Row>,
  slots: FreeSlots,
  mostPerServer = Number.POSITIVE_INFINITY,
): Row[] {
  const { free, owners, servers } = slots;
  const first = ranked(windowOf(ripe, slots, mostPerServer), owners)
    .sort(byRank)
    .slice(0, free);
  // Ranks are counted again among what was taken, by age.
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

/** The oldest rows of those who may take more. */
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

/** Each owner's rows get a number by age, beginning after those that the owner has claimed already. */
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

/** Each owner's first before anybody's second, and by age among those. */
const byRank = (one: Placed<unknown>, other: Placed<unknown>): number =>
  one.rank - other.rank || one.order - other.order;
