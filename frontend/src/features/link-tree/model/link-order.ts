/** Which way an item of a list goes: one step, or as far as it can. */
export type ItemMove = 'up' | 'down' | 'first' | 'last';

/** The list with one item elsewhere; null where it would stay as it is. */
export function moved(ids: readonly string[], id: string, move: ItemMove): readonly string[] | null {
  const at = ids.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: ids.length - 1 }[move];
  return at < 0 || to === at || to < 0 || to >= ids.length ? null : movedTo(ids, id, to);
}

export function movedTo(ids: readonly string[], id: string, to: number): readonly string[] {
  return ids.filter((each) => each !== id).toSpliced(to, 0, id);
}
