import type { Call } from '@posthorn/contracts/shared/call';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendForHeader } from './api-client.ts';

/** A page of a list. `next`: the cursor of the next page. `since`: the number of known changes when it was requested. */
export type Page<Item> = Readonly<{ items: readonly Item[]; next: string | null; since: number }>;

/** The last known state of an item; null: it was deleted. `at`: the number of the change, infinite while an order runs. */
type Change<Item> = Readonly<{ item: Item | null; at: number }>;
/** By the id of the item. */
export type Changes<Item> = ReadonlyMap<number, Change<Item>>;

type LiveList<Item> = Readonly<{
  /** The cache key of the changes. */
  key: string;
  call: Call<void, readonly Item[]>;
  cursorHeader: string;
}>;
type Asking = Readonly<{ query: Readonly<Record<string, string>>; signal: AbortSignal }>;

const NONE: Changes<never> = new Map();
/** Above this number of changes the pages are loaded again, because remembering more would cost more. */
const REMEMBERED = 500;

/**
 * A list in pages whose items change one by one. The pages stay as they were loaded, and later changes of items are kept separately. So one
 * changed item causes no request for a page.
 */
export function liveList<Item>({ key, call, cursorHeader }: LiveList<Item>) {
  /** The number of changes that this page has received. It never decreases, even when the cache drops entries. */
  let heard = 0;
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
    page: async (asking: Asking): Promise<Page<Item>> => {
      const since = heard;
      const { reply, header } = await sendForHeader(call, undefined, cursorHeader, asking);
      return { items: reply, next: header, since };
    },
    /** Shows the item's current state on all pages; null: it was deleted. */
    note: (cache: QueryClient, id: number, item: Item | null): void => {
      heard += 1;
      keep(cache, id, { item, at: heard });
    },
    /** Shows the expected result of an order, and ignores other changes of the item until `note`. */
    expect: (cache: QueryClient, id: number, item: Item): void => {
      keep(cache, id, { item, at: Infinity });
    },
    /** A value for `since` in `hasHeardSince`. */
    heard: (): number => heard,
    /** Whether a newer change of the item is known, or an order for it is running. */
    hasHeardSince: (cache: QueryClient, id: number, since: number): boolean =>
      (cache.getQueryData<Changes<Item>>(changesQuery.queryKey)?.get(id)?.at ?? 0) > since,
  };
}

/**
 * All loaded items in their last known state, in no order. A page that was requested before a change does not overwrite it.
 * @param knownSince the number of changes that the list included where it would show this item. `found`: of the page that has it. An
 * older change of a missing item is ignored. Infinite: the item comes with another page, or only the server knows.
 */
export function itemsShown<Item extends Readonly<{ id: number }>>(
  pages: readonly Page<Item>[],
  changes: Changes<Item>,
  knownSince: (item: Item, found: number | undefined) => number,
): readonly Item[] {
  const shown = new Map<number, Readonly<{ item: Item; at: number }>>();
  for (const { items, since } of pages)
    for (const item of items)
      // The item may have moved from one page to the other between the requests.
      if ((shown.get(item.id)?.at ?? 0) <= since) shown.set(item.id, { item, at: since });
  for (const [id, { item, at }] of changes) {
    const found = shown.get(id)?.at;
    if (found !== undefined && at <= found) continue;
    shown.delete(id);
    if (item && at > knownSince(item, found)) shown.set(id, { item, at });
  }
  return [...shown.values()].map(({ item }) => item);
}

/** Keeps the previous list on screen until the answer arrives. Keeps shown data when a refresh fails. */
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

/**
 * The further pages of a list.
 * @param cancelRefetch aborts a refresh that is running, which leaves the list partly old. Without it, `load` waits until the next press.
 */
export function useMore(list: Paged, cancelRefetch = false) {
  const { fetchNextPage } = list;
  const load = useCallback(() => {
    void fetchNextPage({ cancelRefetch });
  }, [fetchNextPage, cancelRefetch]);
  return {
    are: list.hasNextPage && !list.isPlaceholderData,
    areLoading: list.isFetchingNextPage,
    haveFailed: list.isFetchNextPageError,
    isBusy: list.isFetching,
    load,
  };
}
