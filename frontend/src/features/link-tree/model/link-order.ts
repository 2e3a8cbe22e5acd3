/** A move of a list item: by one step, or to an end of the list. */
export type ItemMove = 'up' | 'down' | 'first' | 'last';

/** Returns the list after the move; null: nothing changes. */
export function moved(ids: readonly string[], id: string, move: ItemMove): readonly string[] | null {
  const index = ids.indexOf(id);
  const to = { up: index - 1, down: index + 1, first: 0, last: ids.length - 1 }[move];
  return index < 0 || to === index || to < 0 || to >= ids.length ? null : movedTo(ids, id, to);
}

/** Returns the id of the previous item; null: the item is first. */
export const beforeIn = (ids: readonly string[], id: string): string | null =>
  ids[ids.indexOf(id) - 1] ?? null;

/** Moves one item after another item, or to the start. The other items keep their order. */
export function placedAfter<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { id, after }: Readonly<{ id: string; after: string | null }>,
): readonly Item[] {
  const others = items.filter((item) => idOf(item) !== id);
  const index = after === null ? 0 : others.findIndex((item) => idOf(item) === after) + 1;
  return others.toSpliced(index, 0, ...items.filter((item) => idOf(item) === id));
}

export function movedTo(ids: readonly string[], id: string, to: number): readonly string[] {
  return ids.filter((each) => each !== id).toSpliced(to, 0, id);
}
