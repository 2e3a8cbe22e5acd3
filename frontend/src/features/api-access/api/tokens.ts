import {
  createApiToken,
  listApiTokens,
  type CreateApiTokenRequest,
} from '@posthorn/contracts/identity/api-tokens.http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** When a token was used last nobody tells: that is asked for anew whenever somebody looks. */
export const tokensQuery = queryOptions({
  queryKey: [listApiTokens.path],
  queryFn: ({ signal }) => send(listApiTokens, undefined, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: CreateApiTokenRequest) => send(createApiToken, request),
    // Nothing keeps the token once its dialog is closed.
    gcTime: 0,
    onSuccess: () => {
      void queryClient.invalidateQueries(tokensQuery);
    },
  });
}
