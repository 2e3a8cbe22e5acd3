import { BRAND } from '@posthorn/contracts/shared/brand';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';

/** A set of accounts with a name that the user chose. */
export type AccountSet = Readonly<{ name: string; accountIds: readonly string[] }>;

/** The choices that this browser stores: the accounts of the last post, the sets, and the last options by account id. */
export type AccountMemory = Readonly<{
  last: readonly string[];
  sets: readonly AccountSet[];
  /** Absent in memories that older versions stored. */
  options?: Readonly<Partial<Record<string, PublishOptions>>>;
}>;

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

/** Stores the change. If the browser has no storage, does nothing. */
export function remember(userId: string, change: Partial<AccountMemory>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readAccountMemory(userId), ...change }));
  } catch {
    return;
  }
}

/** Adds the set, or replaces the set with the same name. */
export const withSet = (sets: readonly AccountSet[], set: AccountSet): readonly AccountSet[] => [
  ...sets.filter(({ name }) => name !== set.name),
  set,
];

const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** Checks the shape, because an older version of this page may have stored another shape. */
function isMemory(value: unknown): value is AccountMemory {
  if (typeof value !== 'object' || value === null || !('last' in value) || !('sets' in value)) return false;
  const { options = {} } = value as Partial<Record<keyof AccountMemory, unknown>>;
  return (
    isIds(value.last) &&
    typeof options === 'object' &&
    options !== null &&
    Array.isArray(value.sets) &&
    (value.sets as Partial<Record<keyof AccountSet, unknown>>[]).every(
      (set) => typeof set.name === 'string' && isIds(set.accountIds),
    )
  );
}
