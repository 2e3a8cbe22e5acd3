import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery } from '#lib/accounts-query.ts';
import { platformsQuery } from '#lib/platforms-query.ts';
import { postCountsQuery, postPagesQuery } from '#features/scheduling/api/posts.ts';
import { readPostsSearch } from './-posts-search.ts';

/**
 * The first page of the list that the address names and the counts are waited for; accounts are needed only when somebody
 * writes, and the form says when they did not come.
 */
export async function loadPosts(queryClient: QueryClient, search: Readonly<object>): Promise<void> {
  queryClient.query({ ...accountsQuery, staleTime: 'static' }).catch(() => undefined);
  queryClient.query(platformsQuery).catch(() => undefined);
  const { filter = 'all' } = readPostsSearch({ ...search });
  await Promise.all([
    queryClient.infiniteQuery({ ...postPagesQuery(filter, ''), staleTime: 'static' }),
    queryClient.query({ ...postCountsQuery, staleTime: 'static' }),
  ]);
}
