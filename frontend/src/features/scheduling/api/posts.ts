import {
  countPosts,
  getPost,
  listPosts,
  POSTS_PAGE,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';
import { liveList } from '#lib/paged-list.ts';
import type { ListFilter } from '../model/post-filter.ts';

// This file has only queries, because the route loaders import it and every first load contains the loaders.

const livePosts = liveList({
  key: 'changed-posts',
  call: listPosts,
  cursorHeader: POSTS_PAGE.cursorHeader,
});
export const postChangesQuery = livePosts.changesQuery;

/** One filtered list of posts, in pages. */
export const postPagesQuery = (filter: ListFilter, search: string) => {
  const q = searchWords(search).join(' ');
  return infiniteQueryOptions({
    queryKey: [listPosts.path, filter, q],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: String(POSTS_PAGE.limit),
        ...(pageParam !== null && { after: pageParam }),
        ...(filter !== 'all' && { status: filter }),
        ...(q !== '' && { q }),
      };
      return livePosts.page({ query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
};

export const postCountsQuery = queryOptions({
  queryKey: [countPosts.path],
  queryFn: ({ signal }) => send(countPosts, undefined, { signal }),
});

/** Loads one post; null: the post no longer exists. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: [getPost.path, id],
    queryFn: async ({ signal }): Promise<PostView | null> => {
      try {
        return await send(getPost, undefined, { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Updates a post in all lists; null removes the deleted post. */
export function notePost(cache: QueryClient, id: number, post: PostView | null): void {
  livePosts.note(cache, id, post);
  if (post?.brief) void cache.invalidateQueries({ queryKey: postQuery(id).queryKey });
  else cache.setQueryData(postQuery(id).queryKey, post);
}
