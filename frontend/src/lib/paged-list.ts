import type { Call } from '@posthorn/contracts/shared/call';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendForHeader } from './api-client.ts';

/** A page of a list. `next`: the cursor of the next page. `since`: the number of known changes when the page was requested. */
export type Page<Item> = Readonly<{ items: readonly Item[]; next: string | null; since: number }>;

/** A changed item. `item`: the last known state; null: deleted. `at`: the number of the change; infinite while a command of the user runs. */
type Change<Item> = Readonly<{ item: Item | null; at: number }>;
/** The last change of each changed item, by its id. */
export type Changes<Item> = ReadonlyMap<number, Change<Item>>;

type LiveList<Item> = Readonly<{
  /** The cache key of the changes. */
  key: string;
  call: Call<void, readonly Item[]>;
  cursorHeader: string;
}>;
type PageRequest = Readonly<{ query: Readonly<Record<string, string>>; signal: AbortSignal }>;

const NONE: Changes<never> = new Map();
/** With more changes, the pages reload, because remembering all changes would cost more. */
const REMEMBERED = 500;

/** A list in pages whose items change one by one. The cache keeps the pages as they were loaded, and stores later changes of items
 * separately. So a changed item does not cause a request for a page.
 */
export function liveList<Item>({ key, call, cursorHeader }: LiveList<Item>) {
  /** The number of received changes. It never decreases, even when the cache deletes entries. */
  let changeCount = 0;
  const changesQuery = queryOptions({
    queryKey: [key],
    queryFn: (): Changes<Item> => NONE,
    initialData: (): Changes<Item> => NONE,
    enabled: false,
  });

  function keep(cache: QueryClient, id: number, change: Change<Item>): void {
    const known = cache.getQueryData<Changes<Item>>(changesQuery.queryKey) ?? NONE;
    const isFull = known.size >= REMEMBERED;
    const kept = isFull ? [...known].filter(([, { at }]) => at === Infinity) : known;
    cache.setQueryData<Changes<Item>>(changesQuery.queryKey, new Map(kept).set(id, change));
    if (isFull) void cache.invalidateQueries({ queryKey: [call.path] });
  }

  return {
    changesQuery,
    page: async (request: PageRequest): Promise<Page<Item>> => {
      const since = changeCount;
      const { reply, header } = await sendForHeader(call, undefined, cursorHeader, request);
      return { items: reply, next: header, since };
    },
    /** Shows the current state of an item on all pages; null: the item was deleted. */
    note: (cache: QueryClient, id: number, item: Item | null): void => {
      changeCount += 1;
      keep(cache, id, { item, at: changeCount });
    },
    /** Shows the expected result of a command. Ignores other changes of the item until `note`. */
    expect: (cache: QueryClient, id: number, item: Item): void => {
      keep(cache, id, { item, at: Infinity });
    },
    /** Returns the number of received changes, for `since` in `hasChangedSince`. */
    changeCount: (): number => changeCount,
    /** Whether a newer change of the item is known, or a command for the item is running. */
    hasChangedSince: (cache: QueryClient, id: number, since: number): boolean =>
      (cache.getQueryData<Changes<Item>>(changesQuery.queryKey)?.get(id)?.at ?? 0) > since,
  };
}

/** Returns all loaded items in their last known state, in no particular order. A page that was requested before a change does not overwrite
 * the change.
 * @param knownSince returns the number of changes that the list already included when it was loaded. `found`: this number for the page that
 * contains the item. Older changes of a missing item are ignored. Infinite: ignore all changes of a missing item, because another page
 * has the item or only the server knows.
 */
export function itemsShown<Item extends Readonly<{ id: number }>>(
  pages: readonly Page<Item>[],
  changes: Changes<Item>,
  knownSince: (item: Item, found: number | undefined) => number,
): readonly Item[] {
  const shown = new Map<number, Readonly<{ item: Item; at: number }>>();
  for (const { items, since } of pages)
    for (const item of items)
      // The item may have moved to another page between the requests.
      if ((shown.get(item.id)?.at ?? 0) <= since) shown.set(item.id, { item, at: since });
  for (const [id, { item, at }] of changes) {
    const found = shown.get(id)?.at;
    if (found !== undefined && at <= found) continue;
    shown.delete(id);
    if (item && at > knownSince(item, found)) shown.set(id, { item, at });
  }
  return [...shown.values()].map(({ item }) => item);
}

/** Query options: the previous list stays visible until the new list has loaded. Visible data stays when a reload fails. */
export const STAYS_SHOWN = {
  placeholderData: keepPreviousData,
  throwOnError: (_error: Error, { state }: Readonly<{ state: Readonly<{ data: unknown }> }>): boolean =>
    state.data === undefined,
} as const;

/** The result of `useInfiniteQuery`. */
type Paged = Readonly<{
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}>;

/** Loads further pages of a list.
 * @param cancelRefetch true: `load` aborts a running reload, which leaves the list partly outdated. False:
 * `load` does nothing during a reload.
 */
export function useMore(list: Paged, cancelRefetch = false) {
  const { fetchNextPage } = list;
  const load = useCallback(() => {
    void fetchNextPage({ cancelRefetch });
  }, [fetchNextPage, cancelRefetch]);
  return {
    hasNext: list.hasNextPage && !list.isPlaceholderData,
    isLoading: list.isFetchingNextPage,
    hasFailed: list.isFetchNextPageError,
    isBusy: list.isFetching,
    load,
  };
}
