import type { FreeSlots } from '../slots.ts';

/** As in `claim-sql.ts`. */
const WINDOW = 256;

/** As much of a due row as a claim goes by. */
export type Claimable = Readonly<{ ownerId: string; server: string }>;
type Placed<Row> = Readonly<{ row: Row; turn: number; order: number }>;

/**
 * What `claimSql` takes up on one platform, decided without a database: for simulations. A spec compares the two.
 * @param ripe rows of that platform that are due and that nobody holds, by due time and key
 * @returns the rows to take up, in their order
 */
export function claimFairly<Row extends Claimable>(ripe: Iterable<Row>, slots: FreeSlots): Row[] {
  const { free, owners, servers } = slots;
  const first = inTurns(windowOf(ripe, slots), owners).sort(byTurn).slice(0, free);
  // Turns are counted again among what was taken, by age.
  const taken = inTurns(
    first.sort((one, other) => one.order - other.order).map(({ row }) => row),
    owners,
  ).sort(byTurn);
  const guests = new Map<string, number>();
  return taken.flatMap(({ row, turn }, index) => {
    const guest = (guests.get(row.server) ?? servers[row.server] ?? 0) + 1;
    guests.set(row.server, guest);
    const left = free - index;
    return turn <= left && (row.server === '' || guest <= left) ? [row] : [];
  });
}

/** The oldest rows of those who may take more. */
function windowOf<Row extends Claimable>(ripe: Iterable<Row>, { free, owners, servers }: FreeSlots): Row[] {
  const window: Row[] = [];
  for (const row of ripe) {
    if (window.length === WINDOW) break;
    if ((owners[row.ownerId] ?? 0) < free && (servers[row.server] ?? 0) < free) window.push(row);
  }
  return window;
}

/** Each owner's rows get a number by age, beginning after those that the owner holds already. */
function inTurns<Row extends Claimable>(
  rows: readonly Row[],
  held: Readonly<Record<string, number>>,
): Placed<Row>[] {
  const turns = new Map<string, number>();
  return rows.map((row, order) => {
    const turn = (turns.get(row.ownerId) ?? held[row.ownerId] ?? 0) + 1;
    turns.set(row.ownerId, turn);
    return { row, turn, order };
  });
}

/** Each owner's first before anybody's second, and by age among those. */
const byTurn = (one: Placed<unknown>, other: Placed<unknown>): number =>
  one.turn - other.turn || one.order - other.order;
