import { useCallback } from 'react';

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
