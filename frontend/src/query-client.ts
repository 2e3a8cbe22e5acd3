import { QueryClient } from '@tanstack/react-query';

/** No retry, no refetch on focus, no polling, never stale: lists move when the server says so. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } },
  });
}
