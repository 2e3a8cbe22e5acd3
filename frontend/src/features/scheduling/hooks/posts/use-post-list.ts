import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { STAYS_SHOWN, useMore } from '#lib/paged-list.ts';
import { postChangesQuery, postPagesQuery } from '../../api/posts.ts';
import type { ListFilter } from '../../model/post-filter.ts';
import { postsShown } from '../../model/posts-shown.ts';

const PAUSE_MS = 200;

/** The loaded posts for a filter and a search. */
export function usePostList(filter: ListFilter, search: string) {
  const settledSearch = useDebounced(search, PAUSE_MS);
  const words = useMemo(() => searchWords(settledSearch), [settledSearch]);
  const { data: changes } = useQuery(postChangesQuery);
  const list = useInfiniteQuery({ ...postPagesQuery(filter, settledSearch), ...STAYS_SHOWN });
  const { data, isPlaceholderData } = list;
  const posts = useMemo(
    () => postsShown(data?.pages ?? [], changes, filter, words),
    [data, changes, filter, words],
  );
  return {
    posts,
    isSearching: settledSearch.trim() !== '',
    isLoading: isPlaceholderData || !data,
    more: useMore(list),
  };
}
