import type { Call } from '@posthorn/contracts/shared/call';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendForHeader } from './api-client.ts';

/** A part of a list. `next`: the cursor of the part after it. `since`: how many changes were known when it was asked for. */
export type Page<Item> = Readonly<{ items: readonly Item[]; next: string | null; since: number }>;

/** An item as it was last heard of; null: it is gone. `at`: the number of the change, infinite while an order is on its way. */
type Change<Item> = Readonly<{ item: Item | null; at: number }>;
/** By the id of the item. */
export type Changes<Item> = ReadonlyMap<number, Change<Item>>;

type LiveList<Item> = Readonly<{
  /** Where the cache keeps the changes. */
  key: string;
  call: Call<void, readonly Item[]>;
  cursorHeader: string;
}>;
type Asking = Readonly<{ query: Readonly<Record<string, string>>; signal: AbortSignal }>;

const NONE: Changes<never> = new Map();
/** Of more changes the pages are asked for again: they would cost more to remember. */
const REMEMBERED = 500;

/**
 * A list that comes in pages, and whose items change one by one. The pages stay as they were asked for; what became of single items
 * since is kept beside them. So no page is asked for again because of one item.
 */
export function liveList<Item>({ key, call, cursorHeader }: LiveList<Item>) {
  /** How many changes this page has heard of; never goes back, whatever the cache forgets. */
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
    /** Shows an item in all pages as it is now; null: it is gone. */
    note: (cache: QueryClient, id: number, item: Item | null): void => {
      heard += 1;
      keep(cache, id, { item, at: heard });
    },
    /** Shows an item as it will be once an order was carried out, whatever else is heard of it until `note`. */
    expect: (cache: QueryClient, id: number, item: Item): void => {
      keep(cache, id, { item, at: Infinity });
    },
    /** To be told to `hasHeardSince`. */
    heard: (): number => heard,
    /** Whether more was heard of an item since then, or an order for it is on its way. */
    hasHeardSince: (cache: QueryClient, id: number, since: number): boolean =>
      (cache.getQueryData<Changes<Item>>(changesQuery.queryKey)?.get(id)?.at ?? 0) > since,
  };
}

/**
 * All items that are loaded, each as it was last heard of, in no order. A page that was on its way while an item changed brings back
 * nothing old.
 * @param knownSince how many changes the list knew where it would show this item, `found`: of the page that has it. An older change of
 * one that is not there counts no more; infinite: the item comes with another page, or only the server can tell
 */
export function itemsShown<Item extends Readonly<{ id: number }>>(
  pages: readonly Page<Item>[],
  changes: Changes<Item>,
  knownSince: (item: Item, found: number | undefined) => number,
): readonly Item[] {
  const shown = new Map<number, Readonly<{ item: Item; at: number }>>();
  for (const { items, since } of pages)
    for (const item of items)
      // It may have moved from one page to the other in between.
      if ((shown.get(item.id)?.at ?? 0) <= since) shown.set(item.id, { item, at: since });
  for (const [id, { item, at }] of changes) {
    const found = shown.get(id)?.at;
    if (found !== undefined && at <= found) continue;
    shown.delete(id);
    if (item && at > knownSince(item, found)) shown.set(id, { item, at });
  }
  return [...shown.values()].map(({ item }) => item);
}

/** What fits of the list before is shown until the answer is there; what is shown stays when no more can be had. */
export const STAYS_SHOWN = {
  placeholderData: keepPreviousData,
  throwOnError: (_error: Error, { state }: Readonly<{ state: Readonly<{ data: unknown }> }>): boolean =>
    state.data === undefined,
} as const;

/** Of `useInfiniteQuery`. */
type Paged = Readonly<{
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}>;

/**
 * The rest of a list that comes in pages.
 * @param cancelRefetch what is asked for anew meanwhile is left half old; without it `load` waits for another press
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
