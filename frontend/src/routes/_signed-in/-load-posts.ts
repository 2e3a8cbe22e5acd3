import type { QueryClient } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#lib/platforms-query.ts';
import { postsQuery } from '#features/scheduling/api/posts.ts';

/** The list is waited for; accounts are needed only when somebody writes, and the form says when they did not come. */
export async function loadPosts(queryClient: QueryClient): Promise<void> {
  queryClient.query({ ...accountsQuery, staleTime: 'static' }).catch(() => undefined);
  queryClient.query(platformsQuery).catch(() => undefined);
  await queryClient.query({ ...postsQuery, staleTime: 'static' });
}
