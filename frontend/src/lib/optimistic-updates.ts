import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Reverts an optimistic change. */
export type Rollback = () => unknown;

type Query<Data> = Readonly<{ queryKey: DataTag<QueryKey, Data, Error> }>;

/** Changes the cached data of a query. Does not return a rollback: if the server refuses, the caller must reload the query. */
export const updateCached =
  <Data, Given>({ queryKey }: Query<Data>, change: (data: Data, given: Given) => Data) =>
  (cache: QueryClient, given: Given): undefined => {
    cache.setQueryData<Data>(queryKey, (known) => (known === undefined ? undefined : change(known, given)));
  };

type List = readonly Readonly<{ id: string | number }>[];

/** Removes an item from its cached list. The returned function restores the list. */
export const removeFromList =
  ({ queryKey }: Readonly<{ queryKey: QueryKey }>) =>
  async (cache: QueryClient, id: string | number): Promise<Rollback> => {
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<List>(queryKey);
    cache.setQueryData<List>(queryKey, (list) => list?.filter((each) => each.id !== id));
    return () => cache.setQueryData(queryKey, before);
  };
