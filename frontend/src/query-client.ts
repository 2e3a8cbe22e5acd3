import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { ApiError } from '#lib/api-client.ts';

/** No retry, no refetch on focus, no polling, never stale: lists move when the server says so. */
export function createQueryClient(): QueryClient {
  // A refused session is found out by whichever call comes first; the screens then leave for the sign-in page.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401)
      queryClient.setQueryData(currentUserQuery.queryKey, null);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
      // Without a connection it fails at once and is told: one that waited for it would look sent, and a reload would lose it.
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
