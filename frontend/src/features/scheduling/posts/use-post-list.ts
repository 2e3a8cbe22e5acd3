import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { postChangesQuery, postPagesQuery } from '../api/posts.ts';
import type { PostFilter } from '../post-filter.ts';
import { postsShown } from '../posts-shown.ts';

const PAUSE_MS = 200;

/** The list that a filter and a search name, as far as it is loaded. */
export function usePostList(filter: PostFilter, search: string) {
  const wanted = useDebounced(search, PAUSE_MS);
  const words = useMemo(() => searchWords(wanted), [wanted]);
  const { data: changes } = useQuery(postChangesQuery);
  const list = useInfiniteQuery({
    ...postPagesQuery(filter, wanted),
    // What fits of the list before is shown until the answer is there.
    placeholderData: keepPreviousData,
    // What is shown stays when no more can be had.
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const { data, isPlaceholderData, fetchNextPage } = list;
  const posts = useMemo(
    () => postsShown(data?.pages ?? [], changes, filter, words),
    [data, changes, filter, words],
  );
  const loadMore = useCallback(() => {
    // A list that is being asked for anew is not to be left half old.
    void fetchNextPage({ cancelRefetch: false });
  }, [fetchNextPage]);
  return {
    posts,
    isSearching: wanted.trim() !== '',
    isLoading: isPlaceholderData || !data,
    more: {
      are: list.hasNextPage && !isPlaceholderData,
      areLoading: list.isFetchingNextPage,
      haveFailed: list.isFetchNextPageError,
      isBusy: list.isFetching,
      load: loadMore,
    },
  };
}
