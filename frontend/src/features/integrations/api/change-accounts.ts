import {
  authorizeMastodon,
  connectBluesky,
  connectMastodon,
  disconnectAccount,
  type AuthorizeMastodonRequest,
  type ConnectBlueskyRequest,
  type ConnectMastodonRequest,
} from '@posthorn/contracts/integrations/accounts.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { accountsQuery } from '#lib/accounts-query.ts';

export function useConnectBluesky() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ConnectBlueskyRequest) => send(connectBluesky, request),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  });
}

export function useConnectMastodon() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ConnectMastodonRequest) => send(connectMastodon, request),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  });
}

/** Changes nothing yet: the answer says where the browser goes. */
export function useAuthorizeMastodon() {
  return useMutation({
    mutationFn: (request: AuthorizeMastodonRequest) => send(authorizeMastodon, request),
  });
}

/** The account leaves the list at once and comes back when the server refuses. */
export function useDisconnectAccount(on: { success: () => void; error: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => send(disconnectAccount, undefined, { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries(accountsQuery);
      const before = queryClient.getQueryData(accountsQuery.queryKey);
      queryClient.setQueryData(accountsQuery.queryKey, (list) =>
        list?.filter((account) => account.id !== id),
      );
      return before;
    },
    onSuccess: () => {
      on.success();
    },
    onError: (error, _id, before) => {
      queryClient.setQueryData(accountsQuery.queryKey, before);
      on.error(error);
    },
    onSettled: () => queryClient.invalidateQueries(accountsQuery),
  });
}
