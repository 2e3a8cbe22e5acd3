/** A move of a list item: one step, or to an end. */
export type ItemMove = 'up' | 'down' | 'first' | 'last';

/** The list after the move; null when nothing changes. */
export function moved(ids: readonly string[], id: string, move: ItemMove): readonly string[] | null {
  const at = ids.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: ids.length - 1 }[move];
  return at < 0 || to === at || to < 0 || to >= ids.length ? null : movedTo(ids, id, to);
}

/** The item before this one; null: it is first. */
export const beforeIn = (ids: readonly string[], id: string): string | null =>
  ids[ids.indexOf(id) - 1] ?? null;

/** The items with one of them after another one, or first. The others keep their order. */
export function placedAfter<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { id, after }: Readonly<{ id: string; after: string | null }>,
): readonly Item[] {
  const others = items.filter((item) => idOf(item) !== id);
  const at = after === null ? 0 : others.findIndex((item) => idOf(item) === after) + 1;
  return others.toSpliced(at, 0, ...items.filter((item) => idOf(item) === id));
}

export function movedTo(ids: readonly string[], id: string, to: number): readonly string[] {
  return ids.filter((each) => each !== id).toSpliced(to, 0, id);
}
