import { BRAND } from '@posthorn/contracts/shared/brand';

/** Accounts under a name of the user's own. */
export type AccountSet = Readonly<{ name: string; accountIds: readonly string[] }>;

/** What this browser remembers of a user's choices: the accounts of the last post, and the sets. */
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

/** Without storage nothing is remembered, and nothing else is lost. */
export function remember(userId: string, change: Partial<AccountMemory>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readAccountMemory(userId), ...change }));
  } catch {
    return;
  }
}

/** The set, in place of one of the same name. */
export const withSet = (sets: readonly AccountSet[], set: AccountSet): readonly AccountSet[] => [
  ...sets.filter(({ name }) => name !== set.name),
  set,
];

const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** An older version of this page may have written something else. */
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
