import { BRAND } from '@posthorn/contracts/shared/brand';

/** A set of accounts with the user's own name for it. */
export type AccountSet = Readonly<{ name: string; accountIds: readonly string[] }>;

/** The user's choices that this browser stores: the accounts of the last post, and the sets. */
export type AccountMemory = Readonly<{ last: readonly string[]; sets: readonly AccountSet[] }>;

const NOTHING: AccountMemory = { last: [], sets: [] };
const keyOf = (userId: string): string => `${BRAND.hashtag}:accounts:${userId}`;

export function readAccountMemory(userId: string): AccountMemory {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isMemory(value) ? value : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Without storage nothing is saved, and nothing else fails. */
export function remember(userId: string, change: Partial<AccountMemory>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readAccountMemory(userId), ...change }));
  } catch {
    return;
  }
}

/** Adds the set, or replaces the one with the same name. */
export const withSet = (sets: readonly AccountSet[], set: AccountSet): readonly AccountSet[] => [
  ...sets.filter(({ name }) => name !== set.name),
  set,
];

const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** An older version of this page may have stored another shape. */
function isMemory(value: unknown): value is AccountMemory {
  if (typeof value !== 'object' || value === null || !('last' in value) || !('sets' in value)) return false;
  return (
    isIds(value.last) &&
    Array.isArray(value.sets) &&
    (value.sets as Partial<Record<keyof AccountSet, unknown>>[]).every(
      (set) => typeof set.name === 'string' && isIds(set.accountIds),
    )
  );
}
