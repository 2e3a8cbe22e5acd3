import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { ApiError } from '#lib/api-client.ts';
import { loadErrorSentencesBy } from '#lib/error-sentences.ts';

/**
 * Creates the query client. Queries do not retry, poll, refetch on focus or become stale, because live
 * updates of the server reload lists.
 */
export function createQueryClient(): QueryClient {
  loadErrorSentencesBy(async (module, part) => {
    const { errorSentences, fieldSentences } = await import('./error-sentences.en.ts');
    return part === 'fields' ? fieldSentences(module) : errorSentences(module);
  });
  // Each request may reveal that the session has ended. In this case, the screens lead to the sign-in page.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401)
      queryClient.setQueryData(currentUserQuery.queryKey, null);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        // Without a connection, a query fails, and its screen says so. Queries that failed load again when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a connection, a mutation fails immediately with a message. A waiting mutation would look sent, and a reload would lose it.
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
