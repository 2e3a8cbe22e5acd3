import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maps items one after another. After each `pieceOf` items, other work of the process has a turn. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  pieceOf: number,
  map: (item: Item) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % pieceOf === 0) await nextTurn();
    results.push(await map(item));
  }
  return results;
}
