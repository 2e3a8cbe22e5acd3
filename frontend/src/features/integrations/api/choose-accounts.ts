import { chooseAccounts } from '@posthorn/contracts/integrations/choices.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { accountsQuery } from './accounts.ts';

export function useChooseAccounts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { ids: readonly string[] }) => send(chooseAccounts, request),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  });
}
