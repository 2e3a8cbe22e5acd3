import { chooseAccounts } from '@posthorn/contracts/integrations/choices.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { accountsQuery } from '#lib/accounts-query.ts';

/** @param onConnected told how many, also when the form has gone meanwhile */
export function useChooseAccounts(onConnected: (count: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { ids: readonly string[] }) => send(chooseAccounts, request),
    onSuccess: ({ accounts }) => {
      onConnected(accounts.length);
      return queryClient.invalidateQueries(accountsQuery);
    },
  });
}
