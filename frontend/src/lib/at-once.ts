import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Reverts an optimistic change. */
export type TakeBack = () => unknown;

type Query<Data> = Readonly<{ queryKey: DataTag<QueryKey, Data, Error> }>;

/** Changes the cached data. There is nothing to revert: after a refusal the query is loaded again. */
export const seenIn =
  <Data, Given>({ queryKey }: Query<Data>, see: (data: Data, given: Given) => Data) =>
  (cache: QueryClient, given: Given): undefined => {
    cache.setQueryData<Data>(queryKey, (known) => (known === undefined ? undefined : see(known, given)));
  };

type List = readonly Readonly<{ id: string | number }>[];

/** Removes the item from its list, and restores it when the server refuses. */
export const leavesList =
  ({ queryKey }: Readonly<{ queryKey: QueryKey }>) =>
  async (cache: QueryClient, id: string | number): Promise<TakeBack> => {
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<List>(queryKey);
    cache.setQueryData<List>(queryKey, (list) => list?.filter((each) => each.id !== id));
    return () => cache.setQueryData(queryKey, before);
  };
