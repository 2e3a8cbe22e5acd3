import { OrderNotComplete } from './link-page-errors.ts';

/**
 * The ids with one of them in another place. All others keep their order, so that two moves at the same time both count.
 * @param after the id that it follows; null: it is first; undefined: it keeps its place
 * @throws OrderNotComplete when `after` is not among the other ids
 */
export function placedAfter<Id>(ids: readonly Id[], id: Id, after: Id | null | undefined): readonly Id[] {
  if (after === undefined) return ids;
  const others = ids.filter((each) => each !== id);
  const at = after === null ? 0 : others.indexOf(after) + 1;
  if (after !== null && at === 0) throw new OrderNotComplete();
  return others.toSpliced(at, 0, id);
}

/** The ordered accounts, then all others. An account that is not active now keeps its place. */
export const accountsInOrder = (ordered: readonly number[], known: readonly number[]): readonly number[] => [
  ...ordered,
  ...known.filter((id) => !ordered.includes(id)),
];
