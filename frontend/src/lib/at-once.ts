import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Takes a change back that was shown before the server had answered. */
export type TakeBack = () => unknown;

type Query<Data> = Readonly<{ queryKey: DataTag<QueryKey, Data, Error> }>;

/** The change in the answer that is known. A refusal takes nothing back: the query is asked again. */
export const seenIn =
  <Data, Given>({ queryKey }: Query<Data>, see: (data: Data, given: Given) => Data) =>
  (cache: QueryClient, given: Given): undefined => {
    cache.setQueryData<Data>(queryKey, (known) => (known === undefined ? undefined : see(known, given)));
  };

type List = readonly Readonly<{ id: string | number }>[];

/** The item leaves its list, and comes back when the server refuses. */
export const leavesList =
  ({ queryKey }: Readonly<{ queryKey: QueryKey }>) =>
  async (cache: QueryClient, id: string | number): Promise<TakeBack> => {
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<List>(queryKey);
    cache.setQueryData<List>(queryKey, (list) => list?.filter((each) => each.id !== id));
    return () => cache.setQueryData(queryKey, before);
  };
