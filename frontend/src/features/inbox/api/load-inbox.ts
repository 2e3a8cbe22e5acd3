import type { QueryClient } from '@tanstack/react-query';
import { commentsQuery, summaryQuery } from './comments.ts';
import { filterOf } from '../model/inbox-filter.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

/** Loads the first comments and the counts for the filter in the URL. Does not wait for accounts and platforms. */
export async function loadInbox(queryClient: QueryClient, search: Readonly<object>): Promise<void> {
  const filter = filterOf({ ...search });
  queryClient.query({ ...accountsQuery, staleTime: 'static' }).catch(() => undefined);
  queryClient.query(platformsQuery).catch(() => undefined);
  await Promise.all([
    queryClient.query({ ...commentsQuery(filter), staleTime: 'static' }),
    queryClient.query({ ...summaryQuery(filter), staleTime: 'static' }),
  ]);
}
