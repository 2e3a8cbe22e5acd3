import { getPost, listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { QueryClient } from '@tanstack/react-query';
import { askForChanged } from '#lib/ask-for-changed.ts';
import { notePost, postQuery } from './posts.ts';

const ask = askForChanged<'ask' | 'gone'>({
  one: async (queryClient, id, how) => {
    const post =
      how === 'gone'
        ? null
        : await queryClient.query({ ...postQuery(id), staleTime: 0 }).catch(() => undefined);
    if (post !== undefined) notePost(queryClient, id, post);
  },
  // Includes whole posts, because a screen shows a whole post instead of the brief post of its list.
  lists: (queryClient) =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => path === listPosts.path || path === getPost.path,
    }),
});

/** Reloads single posts that have changed, and removes deleted posts from the lists. */
export const refreshPosts = (
  queryClient: QueryClient,
  ids: readonly number[],
  gone: readonly number[] = [],
): Promise<void> =>
  ask(queryClient, [...ids.map((id) => [id, 'ask'] as const), ...gone.map((id) => [id, 'gone'] as const)]);
