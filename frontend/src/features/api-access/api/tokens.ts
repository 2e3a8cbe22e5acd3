import {
  createApiToken,
  deleteApiToken,
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

/** The token leaves the list at once and comes back when the server refuses. */
export function useDeleteToken(on: { success: () => void; error: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(deleteApiToken, undefined, { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries(tokensQuery);
      const before = queryClient.getQueryData(tokensQuery.queryKey);
      queryClient.setQueryData(tokensQuery.queryKey, (list) => list?.filter((token) => token.id !== id));
      return before;
    },
    onSuccess: () => {
      on.success();
    },
    onError: (error, _id, before) => {
      queryClient.setQueryData(tokensQuery.queryKey, before);
      on.error(error);
    },
    onSettled: () => queryClient.invalidateQueries(tokensQuery),
  });
}
