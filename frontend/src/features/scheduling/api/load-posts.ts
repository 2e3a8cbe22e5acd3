import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';
import { postCountsQuery, postPagesQuery } from './posts.ts';
import { readPostsSearch } from '../model/posts/posts-search.ts';

/** Waits for the counts and for the first page of the list in the URL. Does not wait for the accounts when the user has posts:
 * only the post form needs them, and shows when they did not load.
 * @param loadFirstRun loads the code of the screen for a user without posts
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
  // The first steps of a user without posts appear in one piece.
  if (counts.all === 0) await Promise.all([accounts, platforms, loadFirstRun().catch(() => undefined)]);
}
