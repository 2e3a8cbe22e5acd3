import {
  countPosts,
  getPost,
  listPosts,
  POSTS_PAGE,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError, send, sendForHeader } from '#lib/api-client.ts';
import type { PostFilter } from '../post-filter.ts';
import type { PostChanges, PostsPage } from '../posts-shown.ts';

// Apart from what changes posts: a loader is part of every first load.

/** One list, page by page. */
export const postPagesQuery = (filter: PostFilter, search: string) => {
  const q = searchWords(search).join(' ');
  return infiniteQueryOptions({
    queryKey: [listPosts.path, filter, q],
    queryFn: async ({ pageParam, signal }): Promise<PostsPage> => {
      const since = changes;
      const query = {
        limit: String(POSTS_PAGE.limit),
        ...(pageParam !== null && { after: pageParam }),
        ...(filter !== 'all' && { status: filter }),
        ...(q !== '' && { q }),
      };
      const { cursorHeader } = POSTS_PAGE;
      const { reply, header } = await sendForHeader(listPosts, undefined, cursorHeader, { query, signal });
      return { posts: reply, next: header, since };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
};

export const postCountsQuery = queryOptions({
  queryKey: [countPosts.path],
  queryFn: ({ signal }) => send(countPosts, undefined, { signal }),
});

/** Null: there is no such post any more. */
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

/** How many changes this page has heard of; never goes back, whatever the cache forgets. */
let changes = 0;
const NONE: PostChanges = new Map();

/** What became of single posts since the pages that have them were asked for. */
export const postChangesQuery = queryOptions({
  queryKey: ['changed-posts'],
  queryFn: () => NONE,
  initialData: NONE,
  enabled: false,
});

/** Of more the lists are asked for again: they would cost more to remember. */
const REMEMBERED = 500;

/** Shows a post in all lists as it is now; null: it is gone. */
export function notePost(queryClient: QueryClient, id: number, post: PostView | null): void {
  changes += 1;
  const change = { post, at: changes };
  const known = queryClient.getQueryData(postChangesQuery.queryKey) ?? NONE;
  const isFull = known.size >= REMEMBERED;
  queryClient.setQueryData(postChangesQuery.queryKey, new Map(isFull ? NONE : known).set(id, change));
  if (post?.brief) void queryClient.invalidateQueries({ queryKey: postQuery(id).queryKey });
  else queryClient.setQueryData(postQuery(id).queryKey, post);
  if (isFull) void queryClient.invalidateQueries({ queryKey: [listPosts.path] });
}
