import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';
import { postCountsQuery, postPagesQuery } from './posts.ts';
import { readPostsSearch } from '../model/posts/posts-search.ts';

/**
 * The first page of the list that the address names and the counts are waited for; accounts are needed only when somebody
 * writes, and the form says when they did not come.
 * @param loadFirstRun the code for somebody without a post
 */
export async function loadPosts(
  queryClient: QueryClient,
  search: Readonly<object>,
  loadFirstRun: () => Promise<unknown>,
): Promise<void> {
  const accounts = queryClient.query({ ...accountsQuery, staleTime: 'static' }).catch(() => undefined);
  const platforms = queryClient.query(platformsQuery).catch(() => undefined);
  const { filter = 'all' } = readPostsSearch({ ...search });
  const [counts] = await Promise.all([
    queryClient.query({ ...postCountsQuery, staleTime: 'static' }),
    queryClient.infiniteQuery({ ...postPagesQuery(filter, ''), staleTime: 'static' }),
  ]);
  // Whoever has no post sees the way to the first one, whole and at once.
  if (counts.all === 0) await Promise.all([accounts, platforms, loadFirstRun().catch(() => undefined)]);
}
