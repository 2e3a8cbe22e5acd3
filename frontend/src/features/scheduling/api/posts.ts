import { listPosts } from '@posthorn/contracts/scheduling/posts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

// Apart from what changes posts: a loader is part of every first load.
export const postsQuery = queryOptions({
  queryKey: [listPosts.path],
  queryFn: ({ signal }) => send(listPosts, undefined, { signal }),
});
