import { OrderNotComplete } from './link-page-errors.ts';

/**
 * Moves one id. All other ids keep their order, so that two concurrent moves both count.
 * @param after the id after which it moves; null: it becomes the first; undefined: it does not move
 * @throws OrderNotComplete when `after` is not among the other ids
 */
export function placedAfter<Id>(ids: readonly Id[], id: Id, after: Id | null | undefined): readonly Id[] {
  if (after === undefined) return ids;
  const others = ids.filter((each) => each !== id);
  const at = after === null ? 0 : others.indexOf(after) + 1;
  if (after !== null && at === 0) throw new OrderNotComplete();
  return others.toSpliced(at, 0, id);
}

/** Returns the accounts in their chosen order, then all others. An inactive account keeps its position. */
export const accountsInOrder = (ordered: readonly number[], known: readonly number[]): readonly number[] => [
  ...ordered,
  ...known.filter((id) => !ordered.includes(id)),
];
