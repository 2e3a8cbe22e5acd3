import { BRAND } from '@posthorn/contracts/shared/brand';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';

/** A set of accounts with the user's own name for it. */
export type AccountSet = Readonly<{ name: string; accountIds: readonly string[] }>;

/** The choices that this browser stores: the accounts of the last post, the sets, and the last options by account id. */
export type AccountMemory = Readonly<{
  last: readonly string[];
  sets: readonly AccountSet[];
  /** Absent in older memories. */
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
