import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { ApiError } from '#lib/api-client.ts';
import { loadErrorSentencesBy } from '#lib/error-sentences.ts';

/** No retry, no refetch on focus, no polling, never stale: live updates from the server refresh lists. */
export function createQueryClient(): QueryClient {
  loadErrorSentencesBy(async (module) => (await import('./error-sentences.en.ts')).errorSentences(module));
  // Any call may discover that the session has ended. The screens then go to the sign-in page.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401)
      queryClient.setQueryData(currentUserQuery.queryKey, null);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
      // Without a connection a mutation fails at once and shows that. A waiting one would look sent, and a reload would lose it.
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
