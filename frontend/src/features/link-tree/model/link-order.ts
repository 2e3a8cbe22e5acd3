/** A move of a list item: one step, or to an end. */
export type ItemMove = 'up' | 'down' | 'first' | 'last';

/** The list after the move; null when nothing changes. */
export function moved(ids: readonly string[], id: string, move: ItemMove): readonly string[] | null {
  const at = ids.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: ids.length - 1 }[move];
  return at < 0 || to === at || to < 0 || to >= ids.length ? null : movedTo(ids, id, to);
}

export function movedTo(ids: readonly string[], id: string, to: number): readonly string[] {
  return ids.filter((each) => each !== id).toSpliced(to, 0, id);
}
